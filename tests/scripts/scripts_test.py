"""Tests of what all scripts share."""

import os
import shutil
import subprocess
import tempfile
import unittest
from pathlib import Path

SCRIPTS = Path(__file__).resolve().parents[2] / "scripts"


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
