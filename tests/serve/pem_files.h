#pragma once

#include <openssl/evp.h>
#include <openssl/pem.h>
#include <openssl/x509.h>

#include <cstdio>
#include <memory>
#include <string>

#include "catch.h"
#include "temporary_folder.h"

/// A new key, and a certificate for it that it signs itself, as PEM files of a folder.
struct PemFiles {
  explicit PemFiles(const TemporaryFolder& folder, const std::string& name = "")
      : certificate(folder / (name + "certificate.pem")), key(folder / (name + "key.pem")) {
    const std::unique_ptr<EVP_PKEY, decltype(&EVP_PKEY_free)> pair(EVP_EC_gen("P-256"),
                                                                   &EVP_PKEY_free);
    const std::unique_ptr<X509, decltype(&X509_free)> signed_by(X509_new(), &X509_free);
    X509_set_version(signed_by.get(), X509_VERSION_3);
    ASN1_INTEGER_set(X509_get_serialNumber(signed_by.get()), 1);
    X509_gmtime_adj(X509_getm_notBefore(signed_by.get()), -3600);
    X509_gmtime_adj(X509_getm_notAfter(signed_by.get()), 3600);
    X509_set_pubkey(signed_by.get(), pair.get());
    REQUIRE(X509_sign(signed_by.get(), pair.get(), EVP_sha256()) > 0);
    const File certificate_file(std::fopen(certificate.c_str(), "w"), &std::fclose);
    const File key_file(std::fopen(key.c_str(), "w"), &std::fclose);
    REQUIRE(PEM_write_X509(certificate_file.get(), signed_by.get()) == 1);
    REQUIRE(PEM_write_PrivateKey(key_file.get(), pair.get(), nullptr, nullptr, 0, nullptr,
                                 nullptr) == 1);
  }

  std::string certificate;
  std::string key;

 private:
  using File = std::unique_ptr<FILE, int (*)(FILE*)>;
};
