import {
  assetConditionWords,
  assetStateWords,
  type AssetDetail,
} from '@portal/contract/asset-report/asset-report'
import { to } from '../../../lib/paths.ts'
import { Facts } from '../../../ui/detail/detail-page.tsx'
import { PictureList } from '../../../ui/detail/picture-list.tsx'
import { ButtonLink, Card } from '../../../ui/light.tsx'
import type { Process } from '../../../ui/process/process.ts'
import { acceptReport, returnReport, useReport, withdrawReport } from '../asset-report.queries.ts'
import { assetTones } from '../asset-report.words.ts'

/** One report: its values beside those of the register, and its progress. */
export const assetReport: Process<AssetDetail> = {
  noun: '固定资产填报',
  list: { to: to('/constant/history'), text: '填报记录' },
  nameOf: (r) => r.device.name,
  tagOf: (r) => ({ tone: assetTones[r.state], text: assetStateWords[r.state] }),
  useRow: (id) => useReport({ params: { id } }, { staleTime: 0 }),
  Links: ({ row: r }) => (
    <>
      {r.can.includes('resubmit') && (
        <ButtonLink kind="primary" to={to('/constant/fill', { id: r.id })}>
          修改后重新提交
        </ButtonLink>
      )}
      <ButtonLink to={to('/constant/history')}>返回列表</ButtonLink>
    </>
  ),
  Facts: ({ row: r }) => (
    <>
      <Card title="填报内容">
        <Facts
          items={[
            { label: '资产编号', value: r.device.serialId },
            { label: '单位', value: r.dept.name },
            { label: '实验室', value: r.lab.name },
            { label: '填报人', value: r.reporter.name },
            { label: '保管人', value: changed(r.custodian.name, r.known.custodian) },
            {
              label: '存放地点',
              value: changed(r.room && `${r.room.building} ${r.room.name}`, r.known.room),
            },
            { label: '现状', value: `${assetConditionWords[r.condition]}（账面：${r.known.status}）` },
            {
              label: '备注',
              value: r.remark && <span className="pre-line">{r.remark}</span>,
              wide: true,
            },
          ]}
        />
      </Card>
      {r.pictures.length > 0 && (
        <Card title="照片">
          <PictureList pictures={r.pictures} label="照片" />
        </Card>
      )}
    </>
  ),
  steps: {
    submit: null,
    resubmit: null,
    accept: (r) => ({
      atHead: true,
      label: '接受',
      tone: 'yes',
      title: `接受 ${r.device.name} 的填报？`,
      text: '保管人和存放地点改为填报的内容。',
      ok: '接受填报',
      done: '填报已接受，账面信息已更新',
      take: () => acceptReport.run({ params: { id: r.id } }),
    }),
    return: (r) => ({
      atHead: true,
      label: '退回',
      tone: 'no',
      title: '退回这份填报？',
      text: '填报人会收到原因，修改后可以重新提交。',
      ok: '退回填报',
      reason: { label: '退回原因', required: true, maxLength: 200 },
      done: '填报已退回',
      take: (reason) => returnReport.run({ params: { id: r.id }, body: { reason } }),
    }),
    withdraw: (r) => ({
      atHead: true,
      label: '撤回',
      tone: 'no',
      title: '撤回这份填报？',
      ok: '撤回填报',
      done: '填报已撤回',
      take: () => withdrawReport.run({ params: { id: r.id } }),
    }),
  },
}

/** A value that differs from the register is marked. */
const changed = (now: string | null, known: string | null) =>
  now === known ? now : `${now ?? '未登记'}（账面：${known ?? '未登记'}）`
