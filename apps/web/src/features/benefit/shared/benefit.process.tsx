import { benefitNumber } from '@portal/contract/benefit/benefit'
import { benefitCalls } from '@portal/contract/benefit/calls'
import type { BenefitDetail } from '@portal/contract/benefit/evaluation'
import { pointsText, findQuota } from '@portal/contract/benefit/score'
import { benefitGradeWords } from '@portal/contract/benefit/scheme'
import { deviceDesignWords } from '@portal/contract/device/body'
import { EMPTY } from '../../../lib/format.ts'
import { useLive } from '../../../lib/live.ts'
import { opinionAsked, saidOrNull } from '../../../lib/opinion.ts'
import { to } from '../../../lib/paths.ts'
import { deciding } from '../../../lib/verdicts.ts'
import { Facts } from '../../../ui/detail/detail-page.tsx'
import { FileList } from '../../../ui/detail/file-list.tsx'
import { Card } from '../../../ui/light.tsx'
import { MoneyText } from '../../../ui/money-text.tsx'
import type { Process } from '../../../ui/process/process.ts'
import { defineInbox } from '../../approval/shared/inbox-view.tsx'
import { cancelEvaluation, decideEvaluations, submitEvaluation, useEvaluation } from '../benefit.queries.ts'
import { benefitTag, cancelPicks, schemeText, sendBackPicks } from '../benefit.words.ts'
import { DeviceLink } from '../parts/columns.tsx'
import { JudgeForm } from '../parts/judge-form.tsx'
import { FigureTable, ScoreTable } from '../parts/score-table.tsx'
import '../benefit.css'

const decide = deciding(decideEvaluations, benefitNumber)
const nameEvaluation = (e: BenefitDetail) => `${e.device.name}（${e.device.serialId}）${schemeText(e.scheme)}`
const came = ({ expected }: BenefitDetail) =>
  `${pointsText(expected.total)} 分，${benefitGradeWords[expected.grade]}`
const isFilled = ({ inputs: i }: BenefitDetail) =>
  i.functionsTotal !== null && i.functionsUsed !== null && i.functionsNew !== null

const lacksEvidence = (e: BenefitDetail) => e.corrections.length > 0 && e.files.length === 0

export const benefit: Process<BenefitDetail, 'change'> = {
  noun: '效益评价',
  list: { to: to('/statistic/benefit'), text: '全部评价单' },
  nameOf: (e) => `效益评价 ${e.number}`,
  tagOf: (e) => benefitTag(e.state),
  useRow: (id) => useEvaluation({ params: { id } }, { staleTime: 0 }),
  useNews: () => useLive(['me', 'inbox'], [benefitCalls.get]),
  Facts: ({ row: e }) => (
    <>
      <Card title="评价对象">
        <Facts
          items={[
            { label: '仪器', value: <DeviceLink device={e.device} />, wide: true },
            { label: '评价年度', value: schemeText(e.scheme) },
            { label: '单位', value: e.dept },
            { label: '实验室', value: e.device.lab.name },
            { label: '原值', value: <MoneyText fen={e.priceFen} /> },
            { label: '教育部分类号', value: e.inputs.classCode || null },
            {
              label: '仪器类型',
              value: e.inputs.design ? deviceDesignWords[e.inputs.design] : '未登记，按通用计',
            },
            { label: '定额机时', value: `${findQuota(e.inputs, e.rules) ?? EMPTY} 小时` },
            e.state === 'draft' && { label: '填报截止', value: e.dueOn },
            {
              label: '功能利用',
              value: isFilled(e)
                ? `共 ${e.inputs.functionsTotal} 项，利用 ${e.inputs.functionsUsed} 项，新开发 ${e.inputs.functionsNew} 项`
                : null,
              wide: true,
            },
            e.note !== null && { label: '说明', value: e.note, wide: true },
            e.reason !== null && { label: '原因', value: e.reason, wide: true },
            e.files.length > 0 && { label: '佐证材料', value: <FileList files={e.files} />, wide: true },
          ]}
        />
      </Card>
      <ScoreTable row={e} />
      <FigureTable row={e} />
    </>
  ),
  decision: (e) =>
    e.state === 'draft'
      ? {
          title: '提交',
          text: !isFilled(e)
            ? '请先填写功能总数、利用功能数和新开发功能数并保存，再提交。'
            : lacksEvidence(e)
              ? '更正了平台统计的数据：请先上传佐证材料并保存，再提交。'
              : `按目前填报和统计，预计 ${came(e)}。提交后由设备处审核。`,
          below: true,
        }
      : { title: '审核', text: `按目前数据和审核得分，${came(e)}。通过后即公布，数据和得分不再变化。` },
  steps: {
    change: {
      onPage: true,
      below: true,
      begins: (e) => e.state,
      elsewhere: (e) => ({ to: to('/statistic/benefit', { id: e.id }), text: '填报' }),
    },
    submit: (e) => ({
      tone: 'yes',
      title: '提交效益评价？',
      text: `${nameEvaluation(e)}：预计 ${came(e)}。提交后不能修改，退回后可再修改。`,
      ok: '提交评价',
      disabled: !isFilled(e) || lacksEvidence(e),
      afterSaving: true,
      done: `效益评价 ${e.number} 已提交`,
      take: (_, idempotencyKey) => submitEvaluation.run({ params: { id: e.id }, idempotencyKey }),
    }),
    judge: { Part: JudgeForm, below: true, begins: (e) => e.state },
    accept: (e) => ({
      tone: 'yes',
      title: '通过并公布？',
      text: `${nameEvaluation(e)}：${came(e)}。公布后数据和得分不再变化。`,
      ok: '通过并公布',
      afterSaving: true,
      reason: opinionAsked,
      take: (said, key) => decide([e], 'approve', '公布', saidOrNull(said), key),
    }),
    send_back: (e) => ({
      label: '退回',
      tone: 'no',
      title: '退回修改？',
      text: '由仪器联系人修改后重新提交，审核得分保留。',
      ok: '退回修改',
      afterSaving: true,
      reason: { label: '退回原因', required: true, picks: sendBackPicks },
      take: (reason, key) => decide([e], 'refuse', '退回', reason, key),
    }),
    cancel: (e) => ({
      atHead: true,
      tone: 'no',
      title: '取消该仪器的评价？',
      text: '该仪器不参加本年度评价；需要时可在评价方案中再次发起。',
      ok: '取消评价',
      cancel: '保留评价',
      reason: { label: '取消原因', required: true, picks: cancelPicks },
      done: '评价已取消',
      take: (reason) => cancelEvaluation.run({ params: { id: e.id }, body: { reason } }),
    }),
  },
}

export const inbox = defineInbox('benefit', benefit, {
  by: decideEvaluations,
  states: { review: 'submitted' },
  verdicts: { approve: 'approve', refuse: 'refuse' },
  refusal: { word: '退回', picks: sendBackPicks },
})
