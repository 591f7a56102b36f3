/**
 * A reader of the leaderboard in its own process: the 64 clients keep theirs busy, and its delays would count as the
 * server's. `node leaderboard-reader.ts URL` reads ten times a second until its standard input ends, then prints the
 * duration of each request.
 */
import { setTimeout as sleep } from 'node:timers/promises';

const EVERY_MILLISECONDS = 100;

const [url] = process.argv.slice(2) as [string];
const times: number[] = [];
let reading = true;
process.stdin.resume().once('end', () => {
  reading = false;
});
while (reading) {
  const started = performance.now();
  const response = await fetch(`${url}/v1/public/leaderboard`);
  await response.arrayBuffer();
  // Before there is a leaderboard there is nothing to measure.
  if (response.status === 200) times.push(performance.now() - started);
  await sleep(Math.max(0, EVERY_MILLISECONDS - (performance.now() - started)));
}
process.stdout.write(JSON.stringify(times));
