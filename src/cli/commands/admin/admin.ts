import type { CommandTable } from '../../command-table.ts';

export const ADMIN_COMMANDS: CommandTable = {
  suite: {
    description: 'manage the suites that versions qualify on',
    examples: [
      'assay admin suite create qualifying-2.jsonl --activate --wallet operator',
      'assay admin suite activate 2 --wallet operator',
      'assay admin suite list --wallet operator',
      'assay admin suite twins 2 twins.jsonl --wallet operator',
    ],
    load: async () => (await import('./suite/suite.ts')).adminSuiteCommand(),
  },
  bank: {
    description: 'show how many problems the bank has left, and warnings',
    example: 'assay admin bank --wallet operator',
    load: async () => (await import('./bank.ts')).adminBankCommand(),
  },
  policy: {
    description: 'show the policy in force and change it without a restart',
    examples: [
      'assay admin policy show --wallet operator',
      "assay admin policy set submissions.cooldownSeconds 3600 --why 'fewer submissions' --wallet operator",
      "assay admin policy reset submissions.cooldownSeconds --why 'back to arena.json' --wallet operator",
    ],
    load: async () => (await import('./policy.ts')).adminPolicyCommand(),
  },
  problem: {
    description: 'retire problems of the bank',
    examples: ["assay admin problem retire PROBLEM --why 'its answer is public' --wallet operator"],
    load: async () => (await import('./problem.ts')).adminProblemCommand(),
  },
  stop: {
    description: 'stop assigning runs or accepting submissions; work in progress may finish',
    example: "assay admin stop claims --why 'maintenance' --wallet operator",
    load: async () => (await import('./stop.ts')).adminStopCommand(),
  },
  release: {
    description: 'end a stop',
    example: 'assay admin release claims --wallet operator',
    load: async () => (await import('./stop.ts')).adminReleaseCommand(),
  },
  stops: {
    description: 'list active stops: who set them, why and until when',
    example: 'assay admin stops --wallet operator',
    load: async () => (await import('./stop.ts')).adminStopsCommand(),
  },
  stuck: {
    description: 'list work that has waited too long, with reason and remedy',
    example: 'assay admin stuck --wallet operator',
    load: async () => (await import('./stuck.ts')).adminStuckCommand(),
  },
  doctor: {
    description: 'check the records of an arena (ledger, evidence, files, leases, draws) and repair what is safe',
    example: 'assay admin doctor --data data/arena --repair',
    load: async () => (await import('./doctor.ts')).adminDoctorCommand(),
  },
  'rotate-secret': {
    description: 'replace the secret of the arena and re-encrypt stored credentials with the new one',
    example: "assay admin rotate-secret --data data/arena --why 'yearly rotation'",
    load: async () => (await import('./rotate-secret.ts')).adminRotateSecretCommand(),
  },
  ban: {
    description: 'ban a contestant or a validator',
    example: "assay admin ban miner ADDRESS --why 'copied agents' --wallet operator",
    load: async () => (await import('./ban.ts')).adminBanCommand(),
  },
  unban: {
    description: 'lift a ban',
    example: 'assay admin unban miner ADDRESS --wallet operator',
    load: async () => (await import('./ban.ts')).adminUnbanCommand(),
  },
  profile: {
    description: 'remove a display name',
    examples: ["assay admin profile clear ADDRESS --why 'offensive name' --wallet operator"],
    load: async () => (await import('./profile.ts')).adminProfileCommand(),
  },
  version: {
    description: 'manage one version',
    examples: [
      "assay admin version cancel VERSION --why 'wrong suite' --wallet operator",
      "assay admin version discard VERSION --why 'forged evidence' --wallet operator",
      'assay admin version reinstate VERSION --wallet operator',
      "assay admin version clear-flag VERSION --why 'reviewed, no copy' --wallet operator",
      "assay admin version eliminate VERSION --why 'leaked problems' --wallet operator",
      'assay admin version reinstate-elimination VERSION --wallet operator',
      "assay admin version reevaluate VERSION --why 'validator was faulty' --wallet operator",
      'assay admin version set-top VERSION --wallet operator',
      'assay admin version code VERSION --wallet operator',
    ],
    load: async () => (await import('./version.ts')).adminVersionCommand(),
  },
  run: {
    description: 'manage one run',
    examples: ["assay admin run invalidate RUN --why 'clock of the validator was wrong' --wallet operator"],
    load: async () => (await import('./run.ts')).adminRunCommand(),
  },
  race: {
    description: 'close qualifying early, cancel or inspect a race',
    examples: [
      'assay admin race close --wallet operator',
      "assay admin race cancel --why 'provider outage' --wallet operator",
      'assay admin race inspect 7 --wallet operator',
    ],
    load: async () => (await import('./race.ts')).adminRaceCommand(),
  },
  validator: {
    description: 'manage one validator',
    examples: [
      'assay admin validator limit ADDRESS 4 --wallet operator',
      "assay admin validator name ADDRESS 'North lab' --wallet operator",
    ],
    load: async () => (await import('./validator.ts')).adminValidatorCommand(),
  },
  stake: {
    description: 'set the stake of a hotkey on the local chain and register it if needed; validators need both',
    example: 'assay admin stake ADDRESS 50000 --wallet operator',
    load: async () => (await import('./stake.ts')).adminStakeCommand(),
  },
  fund: {
    description: 'add simulated TAO to the balance of a hotkey on the local chain; registering costs TAO',
    example: 'assay admin fund ADDRESS 5 --wallet operator',
    load: async () => (await import('./fund.ts')).adminFundCommand(),
  },
  cooldown: {
    description: 'manage the cooldown of a contestant',
    examples: ['assay admin cooldown clear ADDRESS --wallet operator'],
    load: async () => (await import('./cooldown.ts')).adminCooldownCommand(),
  },
  flagged: {
    description: 'list versions flagged for review, with the reasons',
    example: 'assay admin flagged --wallet operator',
    load: async () => (await import('./flagged.ts')).adminFlaggedCommand(),
  },
  copies: {
    description:
      "list versions that resemble another contestant's, with the lines; a hint for a reviewer, not a verdict",
    example: 'assay admin copies --limit 5 --wallet operator',
    load: async () => (await import('./copies.ts')).adminCopiesCommand(),
  },
  versions: {
    description: 'list all versions with the state of their work',
    example: 'assay admin versions --eligible --wallet operator',
    load: async () => (await import('./versions.ts')).adminVersionsCommand(),
  },
  licences: {
    description: 'list the licences contestants chose for training data, in the form `corpus build --licences` reads',
    example: 'assay admin licences --out licences.json --wallet operator',
    load: async () => (await import('./licences.ts')).adminLicencesCommand(),
  },
  corpus: {
    description: 'publish the corpus of the arena',
    examples: [
      'assay admin corpus publish --data data/arena',
      'assay admin corpus publish --data data/arena --set maximumTokens=24576 --dry-run',
    ],
    load: async () => (await import('./corpus.ts')).adminCorpusCommand(),
  },
  runs: {
    description: 'list runs in full, newest first',
    example: 'assay admin runs --agent-version VERSION --wallet operator',
    load: async () => (await import('./runs.ts')).adminRunsCommand(),
  },
  miners: {
    description: 'list contestants, including banned ones',
    example: 'assay admin miners --banned --wallet operator',
    load: async () => (await import('./miners.ts')).adminMinersCommand(),
  },
  validators: {
    description: 'list validators, including banned ones',
    example: 'assay admin validators --wallet operator',
    load: async () => (await import('./validators.ts')).adminValidatorsCommand(),
  },
  events: {
    description: 'list ledger events: who did what, when and why',
    example: 'assay admin events --since 2026-01-01T00:00:00Z --wallet operator',
    load: async () => (await import('./events.ts')).adminEventsCommand(),
  },
};
