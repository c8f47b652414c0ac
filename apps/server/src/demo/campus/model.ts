import type { Rates } from '@portal/contract/price-plan/price-plan'
import type { Kind } from './kind.ts'

// What the later parts of the generator need to know of the earlier ones: small enough to be kept for 50,000
// devices.

export interface Counts {
  labs: number
  devices: number
  users: number
  bookings: number
}

/** The frame in which everything is made. Same frame, same campus. */
export interface Frame {
  counts: Counts
  now: Date
  /** IANA name of the campus zone. */
  zone: string
  /** Today in that zone. */
  today: string
}

export interface Dept {
  id: number
  code: string
  name: string
}
export interface Room {
  id: number
  buildingId: number
}
export interface Places {
  depts: readonly Dept[]
  /** Of the colleges and centres that have laboratories. */
  roomsOf: ReadonlyMap<string, readonly Room[]>
}

export type Role = 'student' | 'teacher' | 'technician' | 'office' | 'outside'
export interface User {
  id: number
  username: string
  name: string
  phone: string
  role: Role
  /** Codes of the roles given to the account; those that come with a laboratory are not among them. */
  roles: readonly string[]
  /** Of people from outside. */
  organization: string | null
  tier: 'campus' | 'school' | 'company'
  userType: string
  deptId: number | null
  deptCode: string | null
  /** Who pays for what a student books. */
  supervisorId: number | null
  /** The cast books nothing by chance, so that tests find what they know. */
  cast: boolean
}

export interface Lab {
  id: number
  serialId: string
  name: string
  deptId: number
  deptCode: string
  roomIds: readonly number[]
  /** Kinds of instruments it has. */
  kinds: readonly Kind[]
  directorId: number
  adminId: number
  reviewerIds: readonly number[]
}

export interface PlanVersion {
  id: number
  version: number
  basis: 'per_time' | 'per_sample'
  rates: Rates
  /** First day, and the day on which the next version starts (null: no end). */
  from: string
  until: string | null
}

export interface Opened {
  selfOperated: boolean
  sampleDelivery: boolean
  capacity: number
  gridMinutes: number
  minMinutes: number
  maxMinutes: number
  graceMinutes: number
  cancelLimitMinutes: number
  cancelFeeFen: number
  admittedTiers: readonly string[]
  payModes: readonly ('immediate' | 'post')[]
  /** Minutes of campus days; index 0 is Monday. */
  windows: readonly (readonly (readonly [from: number, to: number])[])[]
  plans: readonly PlanVersion[]
  /** Days of repair or the like; null: none. */
  closed: readonly [first: string, last: string] | null
  /** Who was taught to use it; null where nobody has to be. */
  qualified: readonly number[] | null
}

export interface Device {
  id: number
  serialId: string
  name: string
  kind: Kind
  lab: Lab
  cast: boolean
  shared: boolean
  /** Neither broken nor under maintenance nor scrapped. */
  working: boolean
}
/** A device that can be booked. */
export type OpenDevice = Device & { opened: Opened }

export interface Card {
  id: number
  number: string
  ownerId: number
  deptId: number | null
  cast: boolean
  /** Who else may use it. */
  grants: readonly { userId: number; perUseLimitFen: number | null; totalLimitFen: number | null }[]
}
