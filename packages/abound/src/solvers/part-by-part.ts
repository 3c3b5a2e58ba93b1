// Work in parts that do not heed each other.

/** Does the parts of a job one after the other. */
export function alone(job: (part: number) => void): (parts: number) => void {
  return (parts) => {
    for (let part = 0; part < parts; part++) job(part)
  }
}
