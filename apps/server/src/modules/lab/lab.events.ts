import { listen } from '../../kernel/events.ts'
import { registerImport } from '../bulk/bulk.service.ts'
import { registerFileTable } from '../file/file.service.ts'
import type {} from '../people/closing.events.ts'
import { labImport } from './lab.import.ts'
import { passPostsOn } from './people.action.ts'

declare module '../../kernel/events.ts' {
  interface EventMap {
    /** Other people direct or review: of a lab, or, with `deviceId`, of one device of it. */
    'lab.people_changed': { labId: number; deviceId: number | null }
    /** It belongs to another dept from now on. */
    'lab.moved': { labId: number; deptId: number }
    /** Nothing in it can be booked any more; what is booked stays. */
    'lab.closed': { labId: number; name: string }
    /** It is about to be deleted: what others keep of it goes with it. */
    'lab.removed': { labId: number }
  }
}

export function labListeners(): void {
  registerImport(labImport)
  registerFileTable('lab', 'lab')
  listen('people.posts_passed', passPostsOn)
}
