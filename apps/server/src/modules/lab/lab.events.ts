import { listen } from '../../kernel/events.ts'
import { registerImport } from '../bulk/bulk.service.ts'
import { registerFileTable } from '../file/file.service.ts'
import type {} from '../people/closing.events.ts'
import { labImport } from './lab.import.ts'
import { passPostsOn } from './people.action.ts'

declare module '../../kernel/events.ts' {
  interface EventMap {
    /** Directors or reviewers changed: of a lab, or, with `deviceId`, of one device in it. */
    'lab.people_changed': { labId: number; deviceId: number | null }
    /** The lab now belongs to another dept. */
    'lab.moved': { labId: number; deptId: number }
    /** Devices in the lab can no longer be booked; existing bookings stay. */
    'lab.closed': { labId: number; name: string }
    /** The lab is about to be deleted: listeners delete what they store about it. */
    'lab.removed': { labId: number }
  }
}

export function labListeners(): void {
  registerImport(labImport)
  registerFileTable('lab', 'lab')
  listen('people.posts_passed', passPostsOn)
}
