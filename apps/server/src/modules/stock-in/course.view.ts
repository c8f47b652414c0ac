import { repairOrderStateWords, scrapStateWords, transferStateWords } from '@portal/contract/asset/asset'
import { repairNumber, scrapNumber, transferNumber } from '@portal/contract/asset/parts'
import { disposalWayWords } from '@portal/contract/asset/scrap'
import type { Maintained, Moved, Repaired, Scrapped } from './course.store.ts'
import type { Block } from './dossier.rules.ts'
import { page, yuan, type Written } from './dossier.view.ts'

interface Course {
  moves: readonly Moved[]
  maintained: readonly Maintained[]
  repairs: readonly Repaired[]
  scraps: readonly Scrapped[]
}
/** The dossier sheet of what happened to an instrument since it arrived. */
export function courseSheet(w: Written, c: Course): string {
  const tables: (Block & { rows: readonly unknown[] })[] = [
    {
      title: '调拨',
      head: ['单号', '状态', '时间', '调出', '调入', '申请人', '事由', '原因'],
      rows: c.moves.map((m) => [
        transferNumber(m.id),
        transferStateWords[m.state],
        w.time(m.at),
        m.from,
        m.to,
        m.requester,
        m.why,
        m.reason,
      ]),
    },
    {
      title: '保养',
      head: ['日期', '保养人', '内容', '费用'],
      rows: c.maintained.map((m) => [m.doneOn, m.doneBy, m.what, yuan(m.costFen)]),
    },
    {
      title: '维修',
      head: [
        '单号',
        '状态',
        '报修时间',
        '故障',
        '报修人',
        '负责人',
        '维修单位',
        '处理结果',
        '费用',
        '修复时间',
      ],
      rows: c.repairs.map((r) => [
        repairNumber(r.id),
        repairOrderStateWords[r.state],
        w.time(r.at),
        r.fault,
        r.reporter,
        r.assignee,
        r.company,
        r.solution,
        yuan(r.costFen),
        w.time(r.doneAt),
      ]),
    },
    {
      title: '报废',
      head: [
        '单号',
        '状态',
        '时间',
        '申请人',
        '报废理由',
        '现状',
        '处置方式',
        '回收单位',
        '残值收入',
        '处置日期',
      ],
      rows: c.scraps.map((s) => [
        scrapNumber(s.id),
        scrapStateWords[s.state],
        w.time(s.at),
        s.requester,
        s.why,
        s.condition,
        s.way && disposalWayWords[s.way],
        s.recycler,
        yuan(s.incomeFen),
        s.disposedOn,
      ]),
    },
  ]
  return page(
    w,
    '调拨、保养、维修与报废记录',
    tables.filter((t) => t.rows.length > 0),
  )
}
