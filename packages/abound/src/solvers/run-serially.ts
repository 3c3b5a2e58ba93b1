// A job's parts one after the other: what training does without threads.

/** Does the parts 0 … n − 1 of a job on this thread. */
export function runSerially(job: (part: number) => void): (parts: number) => void {
  return (parts) => {
    for (let part = 0; part < parts; part++) job(part)
  }
}
