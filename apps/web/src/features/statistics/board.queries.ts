import { boardCalls } from '@portal/contract/statistics/board'
import { readOf, writeOf } from '../../lib/query.ts'

export const useBoard = readOf(boardCalls.board)
export const useHall = readOf(boardCalls.hall)
export const useHallSetting = readOf(boardCalls.hallSetting)
export const useChangeHall = writeOf(boardCalls.changeHall, [boardCalls.hallSetting, boardCalls.hall])
