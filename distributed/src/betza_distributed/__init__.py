"""Counts the units of a betza run folder on a Dask cluster.

The folder (made by ``betza split``) stays with whoever calls :func:`run`; every Dask worker runs ``betza work``. What a
worker has counted is a result file in the folder, so a run that was stopped, by whatever, goes on where it was.
"""

from .folder import Folder, FolderError
from .run import RunError, State, Summary, run
from .worker import WorkError

__all__ = ["Folder", "FolderError", "RunError", "State", "Summary", "WorkError", "run"]
