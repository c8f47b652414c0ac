import { z } from 'zod'
import { call } from '../kernel/call.ts'
import { id, idOrSerial, ifAsked, keyword } from '../kernel/fields.ts'
import { pageOf, pageQuery } from '../kernel/page.ts'
import { ref } from '../kernel/rows.ts'

export const buildingRow = z.object({
  id: z.number(),
  serialId: z.string(),
  name: z.string(),
  campus: z.string().nullable(),
  address: z.string().nullable(),
  floors: z.number().nullable(),
  areaM2: z.number().nullable(),
  remark: z.string().nullable(),
  rooms: z.number(),
  labs: z.number(),
  /** Shared instruments that stand in it. */
  devices: z.number(),
})
export type BuildingRow = z.output<typeof buildingRow>

const roomRow = z.object({ id: z.number(), name: z.string(), floor: z.number().nullable(), areaM2: z.number().nullable(), use: z.string().nullable() })

const which = z.object({ id: idOrSerial })

export const buildingCalls = {
  list: call({
    method: 'GET',
    path: '/api/building/query',
    summary: '楼宇列表',
    access: 'signed-in',
    query: pageQuery.extend({ keyword, campus: z.string().max(60).optional() }),
    reply: pageOf(buildingRow),
  }),
  /** Campuses, their buildings, their rooms: what a place is picked from. */
  tree: call({
    method: 'GET',
    path: '/api/v2/room/tree',
    summary: '楼宇房间树',
    access: 'signed-in',
    query: z.object({ buildingId: ifAsked(id) }),
    reply: z.array(z.object({ id: z.number(), label: z.string(), campus: z.string().nullable(), children: z.array(z.object({ id: z.number(), label: z.string(), floor: z.number().nullable() })) })),
  }),
  area: call({
    method: 'GET',
    path: '/api/building/areaAnnRemark',
    summary: '楼宇面积与备注',
    access: 'signed-in',
    query: which,
    reply: z.object({ areaM2: z.number().nullable(), roomAreaM2: z.number(), remark: z.string().nullable() }),
  }),
  labRooms: call({
    method: 'GET',
    path: '/api/building/lab-rooms',
    summary: '楼宇中的实验室房间',
    access: 'signed-in',
    query: which,
    reply: z.array(roomRow.extend({ labs: z.array(ref.extend({ serialId: z.string() })) })),
  }),
  room: call({
    method: 'GET',
    path: '/api/building/roomInfo',
    summary: '房间信息',
    access: 'signed-in',
    query: z.object({ id }),
    reply: roomRow.extend({
      building: ref.extend({ serialId: z.string(), campus: z.string().nullable() }),
      labs: z.array(ref.extend({ serialId: z.string() })),
      /** Shared instruments in the room. */
      devices: z.array(ref.extend({ serialId: z.string(), model: z.string().nullable() })),
    }),
  }),
}
