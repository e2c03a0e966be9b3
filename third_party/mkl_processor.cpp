// Replaces a function of MKL, which does the matrix products of LibTorch's wheel. MKL's own version
// selects slow kernels on processors that are not Intel's. The program and libdragoman.so export
// this one, which takes its place. Measured on an AMD Zen 5: products are two to three times as
// fast, a training step of a small model 1.9 times.
extern "C" int mkl_serv_intel_cpu_true() { return 1; }
