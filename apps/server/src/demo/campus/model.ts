import type { Rates } from '@portal/contract/price-plan/price-plan'
import type { Kind } from './kind.ts'

// What later parts of the generator need from earlier ones: small enough to keep in memory for 50,000
// devices.

export interface Counts {
  labs: number
  devices: number
  users: number
  bookings: number
}

/** The parameters of a campus. The same frame gives the same campus. */
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
  /** Rooms of the colleges and centres that have laboratories, by dept code. */
  roomsOf: ReadonlyMap<string, readonly Room[]>
}

export type Role = 'student' | 'teacher' | 'technician' | 'office' | 'outside'
export interface User {
  id: number
  username: string
  name: string
  phone: string
  role: Role
  /** Role codes of the account, without those that come with posts in a laboratory. */
  roles: readonly string[]
  /** Only of people from outside. */
  organization: string | null
  tier: 'campus' | 'school' | 'company'
  userType: string
  deptId: number | null
  deptCode: string | null
  /** The person who pays for a student's bookings. */
  supervisorId: number | null
  /** Members of the cast make no random bookings, so that tests find known data. */
  cast: boolean
}

export interface Lab {
  id: number
  serialId: string
  name: string
  deptId: number
  deptCode: string
  roomIds: readonly number[]
  /** The kinds of instruments in the lab. */
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
  /** First day, and the day on which the next version starts, excluded (null: no end). */
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
  /** Half-open intervals in minutes of the campus day; index 0 is Monday. */
  windows: readonly (readonly (readonly [from: number, to: number])[])[]
  plans: readonly PlanVersion[]
  /** First and last day of a repair or the like; null: none. */
  closed: readonly [first: string, last: string] | null
  /** Ids of qualified people; null: no qualification required. */
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
  /** Not broken, in maintenance or scrapped. */
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
  /** The people who may use the card besides the owner. */
  grants: readonly { userId: number; perUseLimitFen: number | null; totalLimitFen: number | null }[]
}
