import type { Ref } from '@portal/contract/kernel/rows'
import type { Json } from '@portal/form-kit/form/form'
import { use } from 'react'
import type { ShowProps } from '../control.ts'
import { ViewContext } from '../view-context.ts'
import { listValues } from './options.ts'

export const nameIn = (people: readonly Ref[], value: Json): string =>
  people.find(({ id }) => id === Number(value))?.name ?? `人员 ${String(value)}`

export function ShownPerson({ value }: ShowProps) {
  const { people } = use(ViewContext)
  return listValues(value)
    .map((one) => nameIn(people, one))
    .join('、')
}
