declare module '../../kernel/events.ts' {
  interface EventMap {
    /** These people may no longer operate the device, or until another day than before. */
    'qualification.narrowed': { deviceId: number; userIds: readonly number[] }
  }
}

export {}
