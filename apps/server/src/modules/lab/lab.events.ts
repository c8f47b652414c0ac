declare module '../../kernel/events.ts' {
  interface EventMap {
    /** Other people direct or review: of a lab, or, with `deviceId`, of one device of it. */
    'lab.people_changed': { labId: number; deviceId: number | null }
    /** It belongs to another dept from now on. */
    'lab.moved': { labId: number; deptId: number }
  }
}
export {}
