// MKL, which LibTorch's wheel multiplies matrices with, takes slow kernels on processors that are
// not Intel's unless this function says otherwise. The program and libdragoman.so export it, to
// take the place of MKL's own. Measured on an AMD Zen 5: products become two to three times as
// fast, a training step of a small model 1.9 times.
extern "C" int mkl_serv_intel_cpu_true() { return 1; }
