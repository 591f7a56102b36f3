import type { BuildProgress } from '../../market/build-market.ts';
import type { Terminal } from './terminal.ts';

const LABELS: Readonly<Record<BuildProgress['phase'], string>> = {
  reading: 'reading lines',
  products: 'adding products',
  index: 'writing index',
};

export function showBuildProgress(terminal: Terminal): (progress: BuildProgress) => void {
  return ({ phase, done, total }) => terminal.progress.update(LABELS[phase], done, total);
}
