/** Where one is among what was done: steps back and forth come to places one has been at. */
export class Trail {
  #places = [0]
  #at = 0
  #last = 0
  place(): number {
    return this.#places[this.#at] ?? 0
  }
  /** @param trigger What has moved the command stack, in diagram-js's word. */
  follow(trigger: string | undefined): void {
    if (trigger === 'undo') this.#at--
    else if (trigger === 'redo') this.#at++
    else {
      this.#last++
      this.#places = trigger === 'clear' ? [this.#last] : [...this.#places.slice(0, this.#at + 1), this.#last]
      this.#at = this.#places.length - 1
    }
  }
}
