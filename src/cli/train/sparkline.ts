import { mean } from '../../statistics/mean.ts';

const BARS = '▁▂▃▄▅▆▇█';

/** A curve of `width` characters, scaled from lowest to highest. Values that share a character are averaged. */
export function sparkline(values: readonly number[], width: number): string {
  const finite = values.filter(Number.isFinite);
  if (finite.length === 0) return '';
  const columns = Math.min(width, finite.length);
  const means = Array.from({ length: columns }, (_, column) => {
    const part = finite.slice(
      Math.floor((column * finite.length) / columns),
      Math.floor(((column + 1) * finite.length) / columns),
    );
    return mean(part);
  });
  const [low, high] = [Math.min(...means), Math.max(...means)];
  const height = (value: number): number => (high === low ? 0 : Math.round(((value - low) / (high - low)) * 7));
  return means.map((value) => BARS[height(value)]).join('');
}
