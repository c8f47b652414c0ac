declare module '../../kernel/events.ts' {
  interface EventMap {
    /** These people may operate the device now, or until another day than before. */
    'qualification.granted': { deviceId: number; userIds: readonly number[] }
    /** These people may no longer operate the device, or until another day than before. */
    'qualification.narrowed': { deviceId: number; userIds: readonly number[] }
  }
}

export {}
