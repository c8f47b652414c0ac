declare module '../../kernel/events.ts' {
  interface EventMap {
    /** These people may operate the device no more, or only to another day than before. */
    'qualification.narrowed': { deviceId: number; userIds: readonly number[] }
  }
}

export {}
