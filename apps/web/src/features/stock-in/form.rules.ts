import type { Payment, stockInCalls, StockInDetail } from '@portal/contract/stock-in/stock-in'
import type { Arguments } from '@portal/contract/kernel/call'
import type { Attachment } from '@portal/contract/kernel/rows'

export interface PieceValue {
  id: number
  labId: number | null
  roomId: number | null
  keeperId: number | null
  /** Name of the keeper, for a restored draft and a copied piece; not sent. */
  keeper?: string | null
  categoryId: number | null
  gbtCode: string | null
  moeCode: string | null
  purpose: 'teaching' | 'research' | 'both' | null
  funding: 'central' | 'local' | 'own' | 'other' | null
}
export interface InvoiceValue {
  number: string
  code: string | null
  issuedOn: string | null
  amountFen: number | null
  taxFen: number | null
  fileId: string | null
  /** The file of `fileId`, for a restored draft; not sent. */
  file?: Attachment | null
}
export interface Values {
  pieces: PieceValue[]
  invoices: InvoiceValue[]
  payment: Payment | null
  remark: string | null
}

export const fillPieces = (s: StockInDetail): PieceValue[] =>
  s.pieces.map((p) => ({
    id: p.id,
    labId: p.lab?.id ?? null,
    roomId: p.room?.id ?? null,
    keeperId: p.keeper?.id ?? null,
    keeper: p.keeper?.name ?? null,
    categoryId: p.category?.id ?? null,
    gbtCode: p.gbtCode,
    moeCode: p.moeCode,
    purpose: p.purpose,
    funding: p.funding,
  }))

/** The shares paid by the purchase's cards. */
export const listCardShares = (s: StockInDetail) => s.shares.filter((x) => x.card)

/** Initial form values, with a first invoice over the whole amount. */
export const fillValues = (s: StockInDetail): Values => ({
  pieces: fillPieces(s),
  invoices: s.invoices.length
    ? s.invoices.map(({ number, code, issuedOn, amountFen, taxFen, file }) => ({
        number,
        code,
        issuedOn,
        amountFen,
        taxFen,
        fileId: file?.id ?? null,
        file,
      }))
    : [makeInvoice(s.totalFen)],
  payment: s.payment ?? (listCardShares(s).length ? 'card' : 'bank'),
  remark: s.remark,
})
export const makeInvoice = (amountFen: number): InvoiceValue => ({
  number: '',
  code: null,
  issuedOn: null,
  amountFen: Math.max(0, amountFen),
  taxFen: null,
  fileId: null,
})

/** The call's arguments; the schema or the server reports missing values. */
export const makeArguments = (
  { id, revision }: Pick<StockInDetail, 'id' | 'revision'>,
  v: Values,
): Arguments<typeof stockInCalls.change> => ({
  params: { id },
  body: {
    ...v,
    revision,
    invoices: v.invoices.map((i) => ({
      ...i,
      issuedOn: i.issuedOn ?? '',
      amountFen: i.amountFen ?? (undefined as never),
      taxFen: i.taxFen ?? (undefined as never),
    })),
  },
})

/** Copies the first piece's values to all others; each piece keeps its id. */
export const copyFirst = (pieces: readonly PieceValue[]): PieceValue[] => {
  const [first] = pieces
  return first ? pieces.map((p) => ({ ...first, id: p.id })) : []
}
