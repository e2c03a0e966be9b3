"""Tests of what scripts/setup finds and does without a network, and of what all scripts share."""

import os
import shutil
import subprocess
import tempfile
import unittest
from pathlib import Path

SCRIPTS = Path(__file__).resolve().parents[2] / "scripts"
# A virtual environment's Python, as far as scripts/setup runs it: pip installs LibTorch.
PYTHON = """#!/bin/sh
[ "$1 $2" = "-m pip" ] || exit 1
case $* in *install*)
  torch=.venv/lib/python3.9/site-packages/torch
  mkdir -p $torch/include/torch/csrc/api/include/torch $torch/lib $torch-2.13.0.dist-info
  touch $torch/include/torch/csrc/api/include/torch/torch.h $torch/lib/libtorch_cpu.so $torch-2.13.0.dist-info/METADATA
esac
"""


def write_program(path, text):
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text)
    path.chmod(0o755)


class Checkout(unittest.TestCase):
    """A folder with the scripts, on a machine that has all of Debian's packages."""

    def setUp(self):
        place = tempfile.TemporaryDirectory()
        self.addCleanup(place.cleanup)
        self.folder = Path(place.name).resolve() / "checkout"
        shutil.copytree(SCRIPTS, self.folder / "scripts")
        self.programs = self.folder / "programs"
        write_program(self.programs / "dpkg-query", "#!/bin/sh\nprintf installed\n")
        write_program(self.programs / "apt-get", "#!/bin/sh\nexit 1\n")
        self.packages = self.folder / ".venv" / "lib" / "python3.9" / "site-packages"

    def run_here(self, *command, **variables):
        """Returns the output of a command that must succeed."""
        environment = {name: value for name, value in os.environ.items() if name not in ("CDPATH", "CMAKE_PREFIX_PATH")}
        environment |= {"PATH": f"{self.programs}:{os.environ['PATH']}", **variables}
        done = subprocess.run(command, cwd=self.folder, env=environment, check=False, text=True, stdout=subprocess.PIPE,
                              stderr=subprocess.STDOUT)
        self.assertEqual(done.returncode, 0, done.stdout)
        return done.stdout

    def unpack_torch(self):
        for name in ("torch/include/torch/csrc/api/include/torch/torch.h", "torch/lib/libtorch_cpu.so"):
            (self.packages / name).parent.mkdir(parents=True)
            (self.packages / name).touch()


class Setup(Checkout):
    def test_takes_the_libtorch_that_pip_has_installed(self):
        self.unpack_torch()
        (self.packages / "torch-2.13.0.dist-info").mkdir()
        (self.packages / "torch-2.13.0.dist-info" / "METADATA").touch()
        self.assertIn(f"LibTorch is {self.packages}/torch\n", self.run_here("scripts/setup", "--dry-run"))

    def test_installs_libtorch_again_if_its_installation_was_interrupted(self):
        self.unpack_torch()
        self.assertIn("install torch==", self.run_here("scripts/setup", "--dry-run"))

    def test_installs_libtorch_into_an_environment_that_was_moved(self):
        write_program(self.folder / ".venv" / "bin" / "python", PYTHON)
        write_program(self.folder / ".venv" / "bin" / "pip", "#!/old/place/.venv/bin/python\n")
        self.run_here("scripts/setup")
        self.assertTrue((self.folder / ".libtorch" / "lib" / "libtorch_cpu.so").exists())

    def test_installs_tools_again_whose_python_is_gone(self):
        for name in ("python", "auditwheel", "mypy"):
            write_program(self.folder / ".venv" / "bin" / name, "#!/old/place/python\n")
        (self.folder / ".venv" / "python_tools").mkdir()
        plan = self.run_here("scripts/setup", "--without-torch", "--python", "--dry-run")
        self.assertIn("will install these from PyPI", plan)


class AllScripts(Checkout):
    def in_bash(self, commands, **variables):
        return self.run_here("bash", "-euo", "pipefail", "-c", f"source scripts/lib.sh; {commands}", **variables)

    def test_work_in_their_repository_whatever_cdpath_is(self):
        (self.folder / "other" / "scripts").mkdir(parents=True)
        for folders in (".", "other"):
            self.assertEqual(self.in_bash('echo "$root"', CDPATH=folders), f"{self.folder}\n")

    def test_build_with_as_many_jobs_as_a_container_has_memory_for(self):
        for limit, jobs in (("4294967296", ("1", "2")), ("1000000", ("1",))):
            commands = f"nproc() {{ echo 64; }}; memory_limit() {{ echo {limit}; }}; build_jobs"
            self.assertIn(self.in_bash(commands).strip(), jobs)

    def test_build_with_a_job_for_each_core_at_most(self):
        self.assertEqual(self.in_bash("nproc() { echo 1; }; memory_limit() { :; }; build_jobs"), "1\n")


if __name__ == "__main__":
    unittest.main()
