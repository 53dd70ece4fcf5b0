"""A provider over pyvider that has its store in a folder, and nothing else."""

import attrs

from pyvider.providers import BaseProvider, ProviderMetadata, register_provider
from pyvider.schema import a_str, s_resource
from pyvider.state_stores import FileSystemStateStore, register_state_store


@register_provider("states")
class States(BaseProvider):
    def __init__(self):
        super().__init__(metadata=ProviderMetadata(name="states", version="1.0.0"))


@attrs.define
class FolderConfig:
    path: str = ""


@register_state_store("states_folder")
class Folder(FileSystemStateStore):
    config_class = FolderConfig

    @classmethod
    def get_schema(cls):
        return s_resource({"path": a_str(required=True)})
