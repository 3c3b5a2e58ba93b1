// Work on items as they come, several at once, with the results in the items' order.

/**
 * At most `ahead` items are being worked on or waiting to be consumed, so that a slow consumer slows down the producer.
 * A result is passed on as soon as it is its turn, whether or not another item has come. Where the items fail, the
 * results before are passed on first.
 */
export async function* inOrder<Item, Result>(
  items: AsyncIterable<Item> | Iterable<Item>,
  work: (item: Item) => Promise<Result>,
  ahead: number,
): AsyncGenerator<Result, void, undefined> {
  const begun: Promise<Result>[] = []
  let all = false
  let stopped = false
  let failure: { readonly error: unknown } | undefined
  let wake = (): void => {}
  // Only one of the two ever waits: the producer while there is no room, the consumer while there is nothing.
  const change = (): Promise<void> =>
    new Promise((resolve) => {
      wake = resolve
    })
  const produce = async (): Promise<void> => {
    try {
      for await (const item of items) {
        while (begun.length >= ahead && !stopped) await change()
        if (stopped) return
        const result = work(item)
        // The consumer gets the rejection when it awaits this result; until then it is not unhandled.
        result.catch(() => {})
        begun.push(result)
        wake()
      }
    } catch (error) {
      failure = { error }
    } finally {
      all = true
      wake()
    }
  }
  void produce()
  try {
    for (;;) {
      if (begun.length > 0) {
        const result = await begun[0]
        begun.shift()
        wake()
        yield result
      } else if (!all) await change()
      else if (failure !== undefined) throw failure.error
      else return
    }
  } finally {
    stopped = true
    wake()
  }
}
