/** Whatever comes first: the result, or the signal, whose reason is then thrown. */
export async function settledFirst<Result>(work: Promise<Result>, signal: AbortSignal): Promise<Result> {
  let stop = (): void => {};
  const stopped = new Promise<never>((_resolve, reject) => {
    stop = () => reject(signal.reason);
    if (signal.aborted) stop();
    else signal.addEventListener('abort', stop, { once: true });
  });
  // The second one may fail later, when nothing listens any more.
  work.catch(() => {});
  try {
    return await Promise.race([work, stopped]);
  } finally {
    signal.removeEventListener('abort', stop);
  }
}
