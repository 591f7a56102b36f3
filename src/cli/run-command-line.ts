import type { ExitCode } from '../fault/fault-table.ts';
import type { CommandTable } from './command-table.ts';
import { runProgram } from './run-program.ts';

/**
 * In the order of the help. A command is loaded when it is named: loading all of them takes longer than most commands
 * run.
 */
export const COMMANDS: CommandTable = {
  demo: {
    role: 'Contestant',
    description: 'run a whole contest offline in three minutes: market, arena, validators, contestants, races, pay',
    examples: ['assay demo --once', 'assay demo --data data/demo'],
    load: async () => (await import('./commands/demo.ts')).demoCommand(),
  },
  try: {
    role: 'Contestant',
    description:
      'run an agent locally exactly as a validator would: static check, sandbox, gateway, rules, judge, signed evidence',
    examples: [
      'assay try agents/native_tools.py --simulated --limit 10',
      'assay try agent.py --simulated --limit 3 --watch',
    ],
    load: async () => (await import('./commands/try/try.ts')).tryCommand(),
  },
  check: {
    role: 'Contestant',
    description: 'check whether the arena would accept an agent, without running it; exit code 1 if it would not',
    examples: ['assay check agents/native_tools.py', 'assay check agent.py --problems data/market/problems.jsonl'],
    load: async () => (await import('./commands/check.ts')).checkCommand(),
  },
  submit: {
    role: 'Contestant',
    description: 'submit an agent; the same file under the same name counts once, however often the command is run',
    examples: [
      'assay submit agents/native_tools.py --name shopper --wallet alice --wait',
      'assay submit agent.py --dry-run --wallet alice',
    ],
    load: async () => (await import('./commands/submit/submit.ts')).submitCommand(),
  },
  status: {
    role: 'Contestant',
    description: 'show your agents, one agent version, or another contestant',
    examples: ['assay status --wallet alice', 'assay status 3f2a --wallet alice'],
    load: async () => (await import('./commands/status/status.ts')).statusCommand(),
  },
  explain: {
    role: 'Contestant',
    description:
      "show why an attempt or an agent version failed, and verify the signatures of an attempt's evidence; exit code 1 if verification fails",
    examples: ['assay explain 3f2a', 'assay explain 3f2a --wallet alice --limit 20'],
    load: async () => (await import('./commands/explain/explain.ts')).explainCommand(),
  },
  leaderboard: {
    role: 'Contestant',
    description: 'leaderboard with confidence intervals and the score needed to qualify',
    examples: ['assay leaderboard --limit 10', 'assay leaderboard --race'],
    load: async () => (await import('./commands/leaderboard.ts')).leaderboardCommand(),
  },
  race: {
    role: 'Contestant',
    description: 'show current and past races, or choose which of your versions competes',
    examples: ['assay race --history', 'assay race pin VERSION --wallet alice'],
    commands: async () => (await import('./commands/race/race.ts')).RACE_COMMANDS,
  },
  wallet: {
    role: 'Contestant',
    description: 'make, import and list hotkeys, sign messages and verify signatures',
    examples: ['assay wallet new --wallet alice', 'assay wallet list'],
    commands: async () => (await import('./commands/wallet/wallet.ts')).WALLET_COMMANDS,
  },
  register: {
    role: 'Contestant',
    description:
      "register a hotkey on an arena's chain (required before submitting); costs a fee unless it is already registered",
    examples: ['assay register --wallet alice', 'assay register --wallet alice --arena-url http://127.0.0.1:8788'],
    load: async () => (await import('./commands/register.ts')).registerCommand(),
  },
  profile: {
    role: 'Contestant',
    description: 'set the name and link shown in place of your hotkey (contestants and validators)',
    examples: ["assay profile set --name 'Team North' --wallet alice", 'assay profile show ADDRESS'],
    commands: async () => (await import('./commands/profile/profile.ts')).PROFILE_COMMANDS,
  },
  webhook: {
    role: 'Contestant',
    description: 'send notifications to your URL: run finished, qualified, race decided',
    examples: ['assay webhook add https://example.org/assay --wallet alice', 'assay webhook list --wallet alice'],
    commands: async () => (await import('./commands/webhook/webhook.ts')).WEBHOOK_COMMANDS,
  },
  chain: {
    role: 'Contestant',
    description:
      'show what registering costs, how long a new hotkey is protected from being replaced, and the balance of a hotkey',
    examples: ['assay chain', 'assay chain ADDRESS --arena-url http://127.0.0.1:8788'],
    load: async () => (await import('./commands/chain.ts')).chainCommand(),
  },
  connect: {
    role: 'Contestant',
    description:
      "store a provider credential that pays for your agents' model calls; without a name, list the providers",
    examples: [
      'assay connect openrouter --credential-env OPENROUTER_KEY --wallet alice',
      'assay connect --wallet alice',
    ],
    load: async () => (await import('./commands/connect.ts')).connectCommand(),
  },
  disconnect: {
    role: 'Contestant',
    description: 'delete the stored credential of a provider from the arena',
    examples: ['assay disconnect openrouter --wallet alice', 'assay disconnect chutes --wallet alice'],
    load: async () => (await import('./commands/connect.ts')).disconnectCommand(),
  },
  tools: {
    role: 'Contestant',
    description: 'print the schemas of the shopping tools, or serve them over MCP',
    examples: ['assay tools schema --tools 4', 'assay tools mcp --market data/market'],
    commands: async () => (await import('./commands/tools/tools.ts')).TOOLS_COMMANDS,
  },
  validator: {
    role: 'Validator',
    description: 'run submitted agents: claim, run in a sandbox, grade, report, set weights; delete old evidence',
    examples: [
      'assay validator --arena-url http://127.0.0.1:8788 --wallet northwind',
      'assay validator clean --keep-days 30 --dry-run',
    ],
    commands: async () => (await import('./commands/validator/validator.ts')).VALIDATOR_COMMANDS,
  },
  sandbox: {
    role: 'Validator',
    description: 'test the sandbox that agents run in',
    examples: ['assay sandbox doctor', 'assay sandbox doctor --driver bwrap'],
    commands: async () => (await import('./commands/sandbox/sandbox.ts')).SANDBOX_COMMANDS,
  },
  arena: {
    role: 'Operator',
    description: 'set up an arena',
    examples: ['assay arena init', 'assay arena init --yes --size small --validators 1 --unencrypted'],
    commands: async () => (await import('./commands/arena/arena.ts')).ARENA_COMMANDS,
  },
  serve: {
    role: 'Operator',
    description:
      'run an arena: API and scheduler; set DATABASE_URL for PostgreSQL, otherwise everything is in the data folder',
    examples: ['assay serve --local-validators', 'assay serve --data data/arena --admin ADDRESS'],
    load: async () => (await import('./commands/serve.ts')).serveCommand(),
  },
  admin: {
    role: 'Operator',
    description: 'operate an arena; every change is recorded in its public ledger',
    examples: [
      "assay admin stop claims --why 'maintenance' --wallet operator",
      'assay admin runs --agent-version VERSION --wallet operator',
    ],
    commands: async () => (await import('./commands/admin/admin.ts')).ADMIN_COMMANDS,
  },
  market: {
    role: 'Researcher',
    description: 'generate, import, inspect and serve a product catalogue',
    examples: [
      'assay market build --products 50000 --seed 7',
      "assay market search 'wireless earbuds' --price 180-505 --sort priceasc",
    ],
    commands: async () => (await import('./commands/market/market.ts')).MARKET_COMMANDS,
  },
  problems: {
    role: 'Researcher',
    description: 'make problems, find leaks, build suites, draw races',
    examples: ['assay problems synth --count 300 --out problems.jsonl', 'assay problems stats problems.jsonl'],
    commands: async () => (await import('./commands/problems/problems.ts')).PROBLEMS_COMMANDS,
  },
  eval: {
    role: 'Researcher',
    description: 'measure and compare models, with confidence intervals',
    examples: [
      'assay eval run --model house/adept --suite suites/dev-75',
      'assay eval compare data/evaluation/adept data/evaluation/expert',
    ],
    commands: async () => (await import('./commands/eval/eval.ts')).EVAL_COMMANDS,
  },
  corpus: {
    role: 'Researcher',
    description: 'turn attempts into training data',
    examples: [
      'assay corpus filter data --out corpus/day-1',
      'assay corpus build corpus/day-1 --out releases/day-1 --problems problems.jsonl',
    ],
    commands: async () => (await import('./commands/corpus/corpus.ts')).CORPUS_COMMANDS,
  },
  train: {
    role: 'Researcher',
    description: 'train a small model on a corpus in stages, and evaluate it after each one',
    examples: [
      'assay train run --recipe recipes/small.json --corpus releases/day-1',
      'assay train export data/training/small --format peft --out adapter',
    ],
    commands: async () => (await import('./commands/train/train.ts')).TRAIN_COMMANDS,
  },
  env: {
    role: 'Researcher',
    description: 'serve the market, tools, problems and rewards as an environment to train in',
    examples: ['assay env serve --port 8790', 'assay env serve --train-suite suites/train-300 --eval-suite none'],
    commands: async () => (await import('./commands/env/env.ts')).ENV_COMMANDS,
  },
  judge: {
    role: 'Researcher',
    description: 'measure how well the judges that grade reasoning perform',
    examples: [
      'assay judge report --model some/model --base-url https://api.example.com/v1',
      'assay judge report --data data --problems problems.jsonl',
    ],
    commands: async () => (await import('./commands/judge/judge.ts')).JUDGE_COMMANDS,
  },
  model: {
    role: 'Researcher',
    description: 'fetch and register local models, and install the engine that runs them',
    examples: ['assay model list', 'assay model get qwen2.5-coder-0.5b'],
    commands: async () => (await import('./commands/model/model.ts')).MODEL_COMMANDS,
  },
};

/** Runs one `assay …` line and returns the exit code of the process. */
export async function runCommandLine(words: readonly string[]): Promise<ExitCode> {
  return await runProgram(words, COMMANDS);
}
