import type { LabEdit, LabRole } from '@portal/contract/lab/lab'
import type { LabDetailRow, LabRow } from './lab.store.ts'
import type { MemberRow, ReviewerRow } from './people.store.ts'

export const showLab = (l: LabRow) => ({
  id: l.id,
  serialId: l.serialId,
  name: l.name,
  dept: { id: l.deptId, name: l.deptName },
  type: l.type,
  grade: l.grade,
  directors: l.directors,
  devices: l.devices,
  sharedDevices: l.sharedDevices,
  phone: l.phone,
  email: l.email,
  areaM2: l.areaM2,
  foundedYear: l.foundedYear,
  enabled: l.enabled,
  room: l.roomId === null ? null : { id: l.roomId, name: l.roomName ?? '', building: l.buildingName ?? '' },
})

export const showDetail = (l: LabDetailRow, people: readonly MemberRow[], can: LabEdit[]) => {
  // Who has left cannot be asked any more.
  const holders = (role: LabRole) =>
    people
      .filter((p) => p.role === role && p.enabled)
      .map((p) => ({ id: p.userId, name: p.name, email: p.email, phone: p.postPhone }))
  return {
    ...showLab(l),
    intro: l.intro,
    rooms: l.rooms,
    directors: holders('lab_director'),
    admins: holders('lab_admin'),
    createdAt: l.createdAt,
    favoriteId: l.favoriteId,
    can,
  }
}

export const showMember = (m: MemberRow) => ({
  id: m.id,
  user: {
    id: m.userId,
    name: m.name,
    username: m.username,
    enabled: m.enabled,
    deptName: m.deptName,
    email: m.email,
    phone: m.phone,
  },
  role: m.role,
  phone: m.postPhone,
  createdAt: m.createdAt,
})

export const showReviewer = (v: ReviewerRow) => ({
  id: v.id,
  user: { id: v.userId, name: v.name, username: v.username, enabled: v.enabled, deptName: v.deptName },
  device:
    v.deviceId === null
      ? null
      : { id: v.deviceId, name: v.deviceName ?? '', serialId: v.deviceSerialId ?? '' },
  createdAt: v.createdAt,
})
