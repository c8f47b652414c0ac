import { useNavigate, useSearchParams } from 'react-router'
import {
  rowEventWords,
  rowStateWords,
  type NationalDetail,
} from '@portal/contract/national-report/national-report'
import { nationalKindWords } from '@portal/contract/national-report/schema'
import { formatMinute } from '../../../lib/format.ts'
import { to } from '../../../lib/paths.ts'
import { say } from '../../../lib/tell.ts'
import { ConfirmButton } from '../../../ui/confirm-button.tsx'
import { DetailPage, Facts } from '../../../ui/detail/detail-page.tsx'
import { ButtonLink, Card } from '../../../ui/light.tsx'
import { StateTag } from '../../../ui/state-tag.tsx'
import { addCustoms, removeRow, sendRows, useRow } from '../national-report.queries.ts'
import { rowTones } from '../national-report.words.ts'
import { RowForm } from '../parts/row-form.tsx'
import { Todo } from '../parts/todo.tsx'
import '../national-report.css'

/** 编辑上报仪器: one row of a year's report, field by field. */
export default function EditPage() {
  const [search] = useSearchParams()
  const id = Number(search.get('id')) || 0
  const query = useRow({ params: { id } }, { enabled: id > 0 })
  return (
    <DetailPage
      query={query}
      name="编辑上报仪器"
      list={{ to: to('/report/largeDevice'), text: '单台大型仪器' }}
      missing={id > 0 ? null : '请先选择要编辑的数据'}
      title={(r) => `${r.year} 年度${nationalKindWords[r.kind]}：${r.device.name}`}
      extra={(r) => <Actions row={r} />}
    >
      {(r) => (
        <div className="national">
          <About row={r} />
          <Todo row={r} />
          <RowForm key={`${r.id} ${r.stateAt}`} row={r} />
          <History row={r} />
        </div>
      )}
    </DetailPage>
  )
}

function Actions({ row: r }: { row: NationalDetail }) {
  const go = useNavigate()
  const list = to('/report/deviceList', { id: r.reportId, view: r.kind })
  const send = async () => {
    const { trouble, verdicts } = await sendRows.run({ params: { id: r.reportId }, body: { rowIds: [r.id] } })
    const [verdict] = verdicts
    if (trouble) say('warning', trouble)
    else say(verdict?.ok ? 'success' : 'warning', verdict?.ok ? '已上报' : `上报失败：${verdict?.message}`)
  }
  const add = async () => {
    const { id } = await addCustoms.run({ params: { id: r.id } })
    void go(to('/report/deviceEdit', { id }))
  }
  const remove = async () => {
    await removeRow.run({ params: { id: r.id } })
    say('success', '已移除')
    void go(list)
  }
  return (
    <>
      <ButtonLink to={list} icon="back">
        返回上报仪器
      </ButtonLink>
      {r.can.includes('addCustoms') && (
        <ConfirmButton
          kind="plain"
          danger={false}
          title="增加海关监管信息？"
          text="用于受海关监管的进口仪器。"
          ok="增加"
          onConfirm={add}
        >
          增加海关监管信息
        </ConfirmButton>
      )}
      {r.can.includes('remove') && (
        <ConfirmButton
          kind="plain"
          title="移除这条海关监管信息？"
          text="该仪器没有登记为海关监管。移除后不再上报这条数据，已填写的内容一并删除。"
          ok="移除"
          onConfirm={remove}
        >
          移除海关监管信息
        </ConfirmButton>
      )}
      {r.can.includes('send') && (
        <ConfirmButton
          kind="primary"
          danger={false}
          title="上报这条数据？"
          text="数据将发送到国家平台。"
          ok="上报"
          onConfirm={send}
        >
          上报
        </ConfirmButton>
      )}
    </>
  )
}

function About({ row: r }: { row: NationalDetail }) {
  const { deviceRowId, customsRowId, services } = r.siblings
  return (
    <Card>
      <Facts
        items={[
          {
            label: '状态',
            value: <StateTag tone={rowTones[r.state]} text={rowStateWords[r.state]} />,
          },
          { label: '编号', value: r.key },
          { label: '实验室', value: r.lab.name },
          r.reason && { label: '原因', value: r.reason, wide: true },
        ]}
      />
      <div className="national-actions no-print">
        {r.kind !== 'device' && (
          <ButtonLink size="small" to={to('/report/deviceEdit', { id: deviceRowId })}>
            {nationalKindWords.device}
          </ButtonLink>
        )}
        {customsRowId !== null && r.kind !== 'customs' && (
          <ButtonLink size="small" to={to('/report/deviceEdit', { id: customsRowId })}>
            {nationalKindWords.customs}
          </ButtonLink>
        )}
        <ButtonLink
          size="small"
          to={to('/report/deviceList', { id: r.reportId, view: 'service', deviceId: r.device.id })}
        >
          {`${nationalKindWords.service} ${services} 条`}
        </ButtonLink>
      </div>
    </Card>
  )
}

function History({ row: { history } }: { row: NationalDetail }) {
  return (
    <Card title="上报记录">
      {history.length === 0 ? (
        <p className="muted">还没有上报</p>
      ) : (
        <ol className="national-history">
          {history.map((h, i) => (
            <li key={i}>
              {`${formatMinute(h.at)} ${h.who} ${h.title || rowEventWords.send}`}
              {h.reason && `：${h.reason}`}
            </li>
          ))}
        </ol>
      )}
    </Card>
  )
}
