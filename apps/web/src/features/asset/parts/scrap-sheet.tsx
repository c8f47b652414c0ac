import { scrapStateWords } from '@portal/contract/asset/asset'
import { disposalWayWords, type ScrapDetail } from '@portal/contract/asset/scrap'
import { panelStateWords } from '@portal/contract/panel/panel'
import { formatDay, formatMoney } from '../../../lib/format.ts'
import { to } from '../../../lib/paths.ts'
import { Paper, PaperFacts, PaperHistory } from '../../../ui/paper.tsx'
import { Waiting } from '../../../ui/waiting.tsx'
import { useScrap } from '../asset.queries.ts'

export function PrintedScrap({ id }: { id: number }) {
  const query = useScrap({ params: { id } }, { staleTime: 0 })
  return query.data ? <ScrapSheet scrap={query.data} /> : <Waiting query={query} rows={10} height={20} />
}

/** 报废单 on A4; after disposal it also says how. */
const ScrapSheet = ({ scrap: s }: { scrap: ScrapDetail }) => (
  <Paper
    title={s.state === 'disposed' ? '仪器设备报废处置单' : '仪器设备报废申请单'}
    back={{ to: to('/osp/asset/scraps', { id: s.id }), text: '返回报废单' }}
    head={[`单号：${s.number}`, `状态：${scrapStateWords[s.state]}`, `申请日期：${formatDay(s.createdAt)}`]}
    signs={['申请人', '院系负责人', '设备处', '回收单位', '日期']}
  >
    <PaperFacts
      items={[
        ['仪器名称', s.device.name],
        ['资产编号', s.device.serialId],
        ['型号', s.device.model],
        ['原值', formatMoney(s.priceFen)],
        ['单位', s.dept],
        ['实验室', s.device.lab.name],
        ['存放地点', s.room],
        ['购置日期', s.boughtOn],
        ['申请人', s.requester.name],
        ['处置方式', s.way && disposalWayWords[s.way]],
        ['回收单位', s.recycler],
        ['残值收入', s.incomeFen === null ? null : formatMoney(s.incomeFen)],
        ['处置日期', s.disposedOn],
      ]}
    />
    <h2>报废理由</h2>
    <pre>{s.why}</pre>
    <h2>仪器现状</h2>
    <pre>{s.condition ?? '—'}</pre>
    {s.panels.length > 0 && (
      <>
        <h2>专家鉴定</h2>
        {s.panels.map((p) => (
          <p key={p.id}>{[panelStateWords[p.state], p.conclusion].filter(Boolean).join('：')}</p>
        ))}
      </>
    )}
    <PaperHistory title="审批记录" entries={s.history} />
  </Paper>
)
