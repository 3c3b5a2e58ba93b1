// Values that shells complete.

/** Names the values that completion offers; unlike with commander's `choices`, others may be given, too. */
export function offer<Taker extends { argChoices?: string[] | undefined }>(
  taker: Taker,
  values: readonly string[],
): Taker {
  taker.argChoices = [...values]
  return taker
}
