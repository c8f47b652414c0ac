declare module '../../kernel/events.ts' {
  interface EventMap {
    /** The person's password was set by somebody else, or the account closed: whoever is signed in with it is to be signed out. */
    'person.shut_out': { userId: number }
  }
}
export {}
