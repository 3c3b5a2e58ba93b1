// Scores with what came true of them, one after the other, in arrays that grow: 9 bytes each.

export class ScoredTruths {
  size = 0
  private scores = new Float64Array(1024)
  private truth = new Uint8Array(1024)

  add(score: number, isTrue: boolean): void {
    const { scores, truth, size } = this
    if (size === truth.length) {
      this.scores = new Float64Array(size * 2)
      this.scores.set(scores)
      this.truth = new Uint8Array(size * 2)
      this.truth.set(truth)
    }
    this.scores[size] = score
    this.truth[size] = isTrue ? 1 : 0
    this.size++
  }

  /** Views of what is there. */
  arrays(): { readonly scores: Float64Array; readonly truth: Uint8Array } {
    return { scores: this.scores.subarray(0, this.size), truth: this.truth.subarray(0, this.size) }
  }
}
