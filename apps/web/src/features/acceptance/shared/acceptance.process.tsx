import {
  acceptanceCalls,
  acceptanceNumber,
  type AcceptanceDetail,
} from '@portal/contract/acceptance/acceptance'
import { useLive } from '../../../lib/live.ts'
import { opinionAsked, saidOrNull } from '../../../lib/opinion.ts'
import { to } from '../../../lib/paths.ts'
import { useStage } from '../../../lib/stage.ts'
import { deciding } from '../../../lib/verdicts.ts'
import { ButtonLink } from '../../../ui/light.tsx'
import type { Process } from '../../../ui/process/process.ts'
import { defineInbox } from '../../approval/shared/inbox-view.tsx'
import {
  auditAcceptances,
  cancelAcceptance,
  recallAcceptance,
  signAcceptance,
  useAcceptance,
} from '../acceptance.queries.ts'
import { acceptanceTag, findAddress, objectPicks, findPage, sendBackPicks } from '../acceptance.words.ts'
import { AcceptanceSummary } from '../parts/acceptance-summary.tsx'
import { CreateAnother } from '../parts/create-another.tsx'

const audit = deciding(auditAcceptances, acceptanceNumber)
/** What happens to the pieces after the audit. */
const findOutcome = ({ pieces }: AcceptanceDetail): string => {
  const refused = pieces.filter((p) => p.verdict === 'refuse').length
  return `接收 ${pieces.length - refused} 台转入库${refused ? `，退回供应商 ${refused} 台` : ''}。`
}

export const acceptance: Process<AcceptanceDetail, 'change'> = {
  noun: '验收单',
  list: { to: to('/osp/storage/list'), text: '验收入库单' },
  nameOf: (a) => `验收单 ${a.number}`,
  tagOf: (a) => acceptanceTag(a.state),
  useRow: (id) => useAcceptance({ params: { id } }, { staleTime: 0 }),
  useNews: (a) => {
    useLive(['me'], [acceptanceCalls.get])
    useStage(a?.stage)
  },
  Links: ({ row: a }) => (
    <>
      <ButtonLink to={to(findPage(a.scale), { id: a.id, print: 1 })}>打印验收单</ButtonLink>
      {a.can.includes('create') && <CreateAnother acceptance={a} />}
    </>
  ),
  Facts: ({ row: a, place }) => (
    <AcceptanceSummary acceptance={a} editing={place === 'page' && a.can.includes('change')} />
  ),
  decision: (a) =>
    a.can.includes('sign')
      ? { title: '会签', text: `${a.receiver.name} 请您会签本次验收，全部会签后由设备处审核。` }
      : { title: '审核', text: findOutcome(a) },
  steps: {
    create: null,
    sign: (a) => {
      const sign = (verdict: 'agree' | 'disagree', opinion: string | null) =>
        signAcceptance.run({ params: { id: a.id }, body: { verdict, opinion, stateAt: a.stateAt } })
      return {
        agree: {
          tone: 'yes',
          title: '同意验收结论？',
          text: '会签后不能撤回。',
          ok: '会签同意',
          reason: { ...opinionAsked, label: '会签意见' },
          done: '会签完成',
          take: (said) => sign('agree', saidOrNull(said)),
        },
        disagree: {
          label: '不同意',
          tone: 'no',
          title: '不同意验收结论？',
          text: '验收单退回验收人修改，需重新会签。',
          ok: '不同意，退回',
          reason: { label: '不同意的原因', required: true, picks: objectPicks, maxLength: 500 },
          done: '已退回验收人',
          take: (opinion) => sign('disagree', opinion),
        },
      }
    },
    approve: (a) => ({
      tone: 'yes',
      title: '通过这次验收？',
      text: findOutcome(a),
      ok: '审核通过',
      reason: opinionAsked,
      take: (said, key) => audit([a], 'approve', '通过', saidOrNull(said), key),
    }),
    send_back: (a) => ({
      // While others still sign, returning it is not the expected step, so the button stands at the head.
      atHead: !a.can.includes('approve'),
      tone: 'no',
      title: '退回这次验收？',
      text: '验收人修改后需重新提交，会签人员需重新会签。',
      ok: '退回',
      reason: { label: '退回原因', required: true, picks: sendBackPicks },
      take: (reason, key) => audit([a], 'send_back', '退回', reason, key),
    }),
    recall: (a) => ({
      atHead: true,
      tone: 'plain',
      title: '撤回验收单修改？',
      text: '修改后需重新提交，会签人员需重新会签。',
      ok: '撤回修改',
      cancel: '不撤回',
      done: '已撤回，可以修改后重新提交',
      take: () => recallAcceptance.run({ params: { id: a.id } }),
    }),
    cancel: (a) => ({
      atHead: true,
      tone: 'no',
      title: '取消这次验收？',
      text: '设备仍为待验收，可在本页重新新建验收单。',
      ok: '取消验收',
      cancel: '继续验收',
      reason: { label: '取消原因', required: true, picks: ['设备尚未到齐', '安装调试未完成'] },
      done: '验收已取消',
      take: (reason) => cancelAcceptance.run({ params: { id: a.id }, body: { reason } }),
    }),
    change: {
      onPage: true,
      below: true,
      elsewhere: (a) => ({ to: findAddress(a), text: '填写验收单' }),
    },
    submit: null,
  },
}

/** Signatures are given one by one; audits can be decided in a batch. */
export const inbox = defineInbox('acceptance', acceptance, {
  by: auditAcceptances,
  states: { dept_head: 'awaiting_dept_head', audit: 'awaiting_audit' },
  verdicts: { approve: 'approve', refuse: 'send_back' },
  refusal: { word: '退回', picks: sendBackPicks },
})
