import verifiers.v1 as vf
from verifiers.v1.envs.single_agent import SingleAgentEnv, SingleAgentEnvConfig


class AssayEnvConfig(SingleAgentEnvConfig):
    # The model only talks and calls tools of the server, so it needs no machine.
    agent: vf.AgentConfig = vf.AgentConfig(runtime=vf.SubprocessConfig())


class AssayEnv(SingleAgentEnv, vf.Env[AssayEnvConfig]):
    """One agent on one problem."""
