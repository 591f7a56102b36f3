import type { CommandTable } from '../../command-table.ts';

export const SANDBOX_COMMANDS: CommandTable = {
  doctor: {
    description: "run the hostile-agent suite against this machine's sandbox; exit code 1 if an attack succeeds",
    example: 'assay sandbox doctor',
    load: async () => (await import('./doctor.ts')).sandboxDoctorCommand(),
  },
};
