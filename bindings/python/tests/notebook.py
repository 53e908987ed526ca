"""Executes the notebook of the examples and holds what it prints and draws against the output that is kept in it.

`notebook.py --bless` keeps the new output; whoever does so looks at the pictures. What a plot looks like depends on the
version of matplotlib: only that there is one is compared.
"""

import pathlib
import re
import sys

import nbformat
from nbclient import NotebookClient

NOTEBOOK = pathlib.Path(__file__).parent.parent / "examples" / "heron.ipynb"


def told(cell):
    """What a cell printed, its text and its pictures in SVG; of others, only that they are there.

    What is printed comes in pieces, cut wherever the kernel sends it off; they are put together.
    """
    found = []
    for output in cell.get("outputs", []):
        if output.output_type == "stream":
            before = found.pop()[1] if found and found[-1][0] == output.name else ""
            found.append((output.name, before + output.text))
        for form, data in sorted(output.get("data", {}).items()):
            # A figure without a name has its address as its text.
            found.append((form, None if form == "image/png" else re.sub("0x[0-9a-f]+", "0x", str(data))))
    return found


def main():
    notebook = nbformat.read(NOTEBOOK, as_version=4)
    kept = [told(cell) for cell in notebook.cells]
    # An error in a cell raises CellExecutionError.
    NotebookClient(notebook, timeout=120, kernel_name="python3", record_timing=False).execute()
    if "--bless" in sys.argv:
        nbformat.write(notebook, NOTEBOOK)
        return None
    wrong = [i for i, cell in enumerate(notebook.cells) if told(cell) != kept[i]]
    for i in wrong:
        print(f"cell {i} was kept with\n{kept[i]}\nand gives now\n{told(notebook.cells[i])}")
    return f"{NOTEBOOK.name}: the output of {len(wrong)} cells differs" if wrong else None


if __name__ == "__main__":
    sys.exit(main())
