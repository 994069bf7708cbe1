"""What the scripts in this folder know about the source tree: its layers, and what has changed."""

import re
import subprocess
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent


def layers_linked(folder):
    """The layers that a folder's target links, as its CMakeLists.txt says."""
    text = (folder / "CMakeLists.txt").read_text(encoding="utf-8")
    layer = re.search(r"sixfold_layer\(.*?\bDEPENDS ((?:\s*[a-z]+\b)+)", text, re.S)
    linked = re.findall(r"target_link_libraries\((.*?)\)", text, re.S)
    names = layer[1].split() if layer else []
    return [*names, *(name for line in linked for name in re.findall(r"sixfold::(\w+)", line))]


# Folder of src/ -> the layers it builds on. Whatever those build on may be included too.
LAYERS = {path.parent.name: layers_linked(path.parent) for path in ROOT.glob("src/*/CMakeLists.txt")}

# The same for folders beside src/, which no layer may include.
BESIDE = {"simulation": layers_linked(ROOT / "simulation")}
ALL = LAYERS | BESIDE


def layers_below(layer):
    """The layers that `layer` builds on, directly or indirectly."""
    below = set(ALL[layer])
    for lower in ALL[layer]:
        below |= layers_below(lower)
    return below


def git(*arguments):
    """The lines that git prints, or None if it fails."""
    result = subprocess.run(
        ["git", "-C", ROOT, *arguments], capture_output=True, text=True, check=False
    )
    return result.stdout.splitlines() if result.returncode == 0 else None


def changed_files():
    """The paths that differ, committed or not, from the upstream branch, or from the commit before
    the last one if there is nothing else to push. None if there is no such commit."""
    base = git("merge-base", "HEAD", "@{upstream}")
    if not base or base == git("rev-parse", "HEAD"):
        base = ["HEAD~1"]
    changed = git("diff", "--name-only", *base)
    if changed is not None:
        changed += git("ls-files", "--others", "--exclude-standard")
    return changed
