/** Measures the filter on agents whose source is known. */
export { type AuditReport, auditReport } from './audit/audit-report.ts';
export { LABELLED_SETS, type LabelledSet, readLabelledAgents } from './audit/labelled-agents.ts';
export { runLabelled } from './audit/run-labelled.ts';
