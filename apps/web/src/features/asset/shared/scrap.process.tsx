import { Link } from 'react-router'
import { assetCalls } from '@portal/contract/asset/calls'
import { scrapNumber } from '@portal/contract/asset/parts'
import { disposalWayWords, type ScrapDetail } from '@portal/contract/asset/scrap'
import { panelKindWords, panelStateWords } from '@portal/contract/panel/panel'
import { formatMinute, formatMoney } from '../../../lib/format.ts'
import { useLive } from '../../../lib/live.ts'
import { opinionAsked, saidOrNull } from '../../../lib/opinion.ts'
import { to } from '../../../lib/paths.ts'
import { deciding } from '../../../lib/verdicts.ts'
import { Facts } from '../../../ui/detail/detail-page.tsx'
import { Attachments } from '../../../ui/detail/attachments.tsx'
import { ButtonLink, Card } from '../../../ui/light.tsx'
import { MoneyText } from '../../../ui/money-text.tsx'
import type { Process } from '../../../ui/process/process.ts'
import { defineInbox } from '../../approval/shared/inbox-view.tsx'
import { cancelScrap, decideScraps, useScrap } from '../asset.queries.ts'
import { scrapRefusalPicks, scrapTag } from '../asset.words.ts'
import { DeviceLink } from '../parts/columns.tsx'
import { DisposalForm } from '../parts/disposal-form.tsx'

const decide = deciding(decideScraps, scrapNumber)
const because = { label: '原因', required: true, picks: scrapRefusalPicks }

const panelLink = (id: number) => to('/osp/asset/scrapVerify', { id })
/** The expert panel that has to give its opinion now. */
const openPanel = (s: ScrapDetail) =>
  s.state === 'awaiting_experts'
    ? s.panels.find((p) => p.state === 'draft' || p.state === 'signing')
    : undefined

export const scrap: Process<ScrapDetail, 'change' | 'submit' | 'correct_disposal'> = {
  noun: '报废单',
  list: { to: to('/osp/asset/scraps'), text: '全部报废单' },
  nameOf: (s) => `报废单 ${s.number}`,
  tagOf: (s) => scrapTag(s.state),
  useRow: (id) => useScrap({ params: { id } }, { staleTime: 0 }),
  useNews: () => useLive(['me', 'inbox'], [assetCalls.scrap]),
  Links: ScrapLinks,
  Facts: ({ row: s }) => (
    <Card title="报废信息">
      <Facts
        items={[
          { label: '仪器', value: <DeviceLink device={s.device} />, wide: true },
          {
            label: s.priceStated ? '原值（申请人填报）' : '原值',
            value: <MoneyText fen={s.priceFen} strong />,
          },
          { label: '购置日期', value: s.boughtOn },
          { label: '单位', value: s.dept },
          { label: '实验室', value: s.device.lab.name },
          { label: '存放地点', value: s.room },
          { label: '申请人', value: `${s.requester.name}，${formatMinute(s.createdAt)}` },
          { label: '报废理由', value: s.why, wide: true },
          { label: '仪器现状', value: s.condition, wide: true },
          s.bookings > 0 && { label: '未结束的预约', value: `${s.bookings} 个` },
          s.reason !== null && { label: '原因', value: s.reason, wide: true },
          s.panels.length > 0 && {
            label: '专家鉴定',
            wide: true,
            value: s.panels.map((p) => (
              <p key={p.id}>
                <Link to={panelLink(p.id)}>{panelKindWords[p.kind]}</Link> {panelStateWords[p.state]}
                {p.conclusion && `：${p.conclusion}`}
              </p>
            )),
          },
          s.way !== null && { label: '处置方式', value: disposalWayWords[s.way] },
          s.recycler !== null && { label: '回收单位', value: s.recycler },
          s.incomeFen !== null && { label: '残值收入', value: <MoneyText fen={s.incomeFen} strong /> },
          s.disposedOn !== null && { label: '处置日期', value: s.disposedOn },
          s.files.length > 0 && { label: '附件', value: <Attachments files={s.files} />, wide: true },
        ]}
      />
    </Card>
  ),
  aside: (s) => {
    const panel = openPanel(s)
    return panel?.state === 'draft' && { to: panelLink(panel.id), text: '组建专家组' }
  },
  decision: (s) => ({
    title: '审批',
    text: (
      <>
        原值 <b>{formatMoney(s.priceFen)}</b>
        {s.priceStated && '（档案未登记，申请人填报）'}。
        {s.state === 'awaiting_equip_office'
          ? '通过后由设备处登记处置，仪器随即报废。'
          : '通过后进入下一审批环节。'}
      </>
    ),
  }),
  steps: {
    approve: (s) => ({
      tone: 'yes',
      title: '通过报废申请？',
      text: `${s.device.name}（${s.device.serialId}）`,
      ok: '通过',
      reason: opinionAsked,
      take: (said, key) => decide([s], 'approve', '通过', saidOrNull(said), key),
    }),
    send_back: (s) => ({
      tone: 'no',
      title: '退回修改？',
      text: '申请人修改后可重新提交，专家意见作废。',
      ok: '退回修改',
      reason: because,
      take: (reason, key) => decide([s], 'send_back', '退回', reason, key),
    }),
    refuse: (s) => ({
      tone: 'no',
      title: '驳回报废？',
      text: '申请将结束，仪器继续使用。',
      ok: '驳回',
      reason: because,
      take: (reason, key) => decide([s], 'refuse', '驳回', reason, key),
    }),
    dispose: { Part: DisposalForm },
    change: { onPage: true, below: true },
    submit: { onPage: true, below: true },
    correct_disposal: { onPage: true, below: true },
    cancel: (s) => ({
      atHead: true,
      tone: 'no',
      title: s.state === 'awaiting_disposal' ? '撤销已通过的报废申请？' : '取消报废申请？',
      text: '申请将结束，仪器继续使用。',
      ok: '取消申请',
      cancel: '保留申请',
      reason: { label: '取消原因', required: true, picks: ['仪器仍可使用', '填写有误'] },
      done: '报废申请已取消',
      take: (reason) => cancelScrap.run({ params: { id: s.id }, body: { reason } }),
    }),
    print: null,
  },
}

function ScrapLinks({ row: s }: { row: ScrapDetail }) {
  const panel = openPanel(s)
  return (
    <>
      {panel && (
        <ButtonLink kind={panel.state === 'draft' ? 'primary' : 'plain'} to={panelLink(panel.id)}>
          {panel.state === 'draft' ? '组建专家组' : '查看专家鉴定'}
        </ButtonLink>
      )}
      <ButtonLink to={to('/osp/asset/scraps', { id: s.id, view: 'print' })}>
        {s.state === 'disposed' ? '打印处置单' : '打印报废单'}
      </ButtonLink>
    </>
  )
}

export const inbox = defineInbox('scrap', scrap, {
  by: decideScraps,
  states: {
    dept_head: 'awaiting_dept_head',
    finance: 'awaiting_finance',
    equip_office: 'awaiting_equip_office',
  },
  verdicts: { approve: 'approve', refuse: 'send_back' },
  refusal: { word: '退回', picks: scrapRefusalPicks },
})
