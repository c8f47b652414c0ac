/** Numbers the states of the command stack: undo and redo return to the number of an earlier state. */
export class Trail {
  #places = [0]
  #at = 0
  #last = 0
  place(): number {
    return this.#places[this.#at] ?? 0
  }
  /** @param trigger The trigger of diagram-js's event: 'execute', 'undo', 'redo' or 'clear'. */
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
