import type { UseQueryResult } from '@tanstack/react-query'
import { Link } from 'react-router'
import { masteryWords } from '@portal/contract/device-record/device-record'
import { priceTierWords } from '@portal/contract/price-plan/price-plan'
import { entryKindWord, type EntryRow } from '@portal/contract/use-entry/use-entry'
import { natureWords } from '@portal/contract/use-ledger/use-ledger'
import { trainedIn } from '@portal/contract/use-ledger/training'
import type { Failure } from '../../../lib/failure.ts'
import { EMPTY, formatMinute, formatMinutes } from '../../../lib/format.ts'
import { to } from '../../../lib/paths.ts'
import { DetailPage, Facts } from '../../../ui/detail/detail-page.tsx'
import { FileList } from '../../../ui/detail/file-list.tsx'
import { ButtonLink, Card } from '../../../ui/light.tsx'
import { Period } from '../../../ui/period.tsx'
import { StateTag } from '../../../ui/state-tag.tsx'
import { nameUser } from '../entry.rules.ts'

const linkTo = (id: number) => <Link to={to('/account/use-entries', { id })}>{id}</Link>

/** One entry with its papers, and links to the entry it corrects or is corrected by. */
export const EntryDetail = ({ query }: { query: UseQueryResult<EntryRow, Failure> }) => (
  <DetailPage
    query={query}
    name="使用登记"
    list={{ to: to('/account/use-entries'), text: '使用登记' }}
    missing={null}
    title={(e) => (
      <>
        使用登记 {e.id}{' '}
        {e.revoked ? <StateTag tone="stopped" text="已撤销" /> : <StateTag tone="done" text="有效" />}
      </>
    )}
    extra={(e) =>
      e.revoked &&
      e.replacedBy === null && (
        <ButtonLink kind="primary" to={to('/account/use-entries', { add: e.id })}>
          重新登记
        </ButtonLink>
      )
    }
  >
    {(e) => (
      <Card>
        <Facts
          items={[
            { label: '仪器', value: `${e.device.name}（${e.device.serialId}）` },
            { label: '实验室', value: e.lab.name },
            { label: '使用类型', value: entryKindWord(e.kind) },
            { label: '使用人', value: `${nameUser(e)}（${priceTierWords[e.tier]}）` },
            {
              label: '使用时段',
              value: e.intervals.map((i) => (
                <div key={i.startAt}>
                  <Period from={i.startAt} to={i.endAt} />
                </div>
              )),
              wide: true,
            },
            { label: '使用时长', value: formatMinutes(e.minutes) },
            { label: '准备与后处理', value: `${e.preparationMinutes} + ${e.cleanupMinutes} 分钟` },
            { label: '样品数', value: e.samples },
            trainedIn(e) > 0 && {
              label: '培训人次',
              value: `学生 ${e.trainedStudents}，教师 ${e.trainedTeachers}，其他 ${e.trainedOthers}${e.trainedMastery ? `（${masteryWords[e.trainedMastery]}）` : ''}`,
            },
            { label: '用途类别', value: natureWords[e.nature ?? 'unstated'] },
            { label: '课题', value: [e.project, e.projectNumber].filter(Boolean).join('，') || EMPTY },
            { label: '经费来源', value: e.fundingSource?.label ?? EMPTY },
            { label: '学科领域', value: e.disciplines.map((d) => d.label).join('、') || EMPTY },
            { label: '服务方式', value: e.serviceMode?.label ?? EMPTY },
            { label: '登记原因', value: e.reason, wide: true },
            e.overlapReason !== null && { label: '重叠说明', value: e.overlapReason, wide: true },
            { label: '凭证', value: <FileList files={e.papers} label="凭证" />, wide: true },
            { label: '登记人', value: `${e.enteredBy.name}，${formatMinute(e.enteredAt)}` },
            e.replaces !== null && { label: '更正的登记', value: linkTo(e.replaces) },
            e.replacedBy !== null && { label: '更正后的登记', value: linkTo(e.replacedBy) },
            e.revoked && {
              label: '撤销',
              value: `${e.revoked.by.name}，${formatMinute(e.revoked.at)}：${e.revoked.reason}`,
              wide: true,
            },
          ]}
        />
      </Card>
    )}
  </DetailPage>
)
