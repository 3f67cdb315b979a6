import { type InfiniteData, useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type {
  ImportPassage,
  ImportPassages,
  ImportsAnswer,
  KnowledgeImport,
  PassageDecision,
} from '@understudy/contract/imports';
import { keys } from '../calls.ts';
import { useSettingsPage } from '../settings-context.tsx';

/** How often progress is asked for. */
const PROGRESS_MS = 600;
const LIST_MS = 3_000;

/** All imports; asked for again while one is read. */
export function useImports() {
  const { calls } = useSettingsPage();
  return useQuery({
    queryKey: keys.imports,
    queryFn: ({ signal }) => calls.get<ImportsAnswer>('imports', {}, signal),
    refetchInterval: ({ state }) => (state.data?.items.some((one) => one.state === 'reading') ? LIST_MS : false),
  });
}

/** One import, with its progress while it is read. */
export function useImport(id: string) {
  const { calls } = useSettingsPage();
  return useQuery({
    queryKey: keys.import(id),
    queryFn: ({ signal }) => calls.get<KnowledgeImport>(`imports/${id}`, {}, signal),
    refetchInterval: ({ state }) => (state.data?.state === 'reading' ? PROGRESS_MS : false),
  });
}

/** The passages of an import, some at a time. */
export function usePassages(id: string) {
  const { calls } = useSettingsPage();
  return useInfiniteQuery({
    queryKey: keys.importPassages(id),
    queryFn: ({ pageParam, signal }) =>
      calls.get<ImportPassages>(`imports/${id}/passages`, { from: pageParam }, signal),
    initialPageParam: 0,
    getNextPageParam: ({ next }) => next,
    // What is being edited must not change below the hands.
    staleTime: Number.POSITIVE_INFINITY,
  });
}

/** A change of a passage; what is left out stays. */
export type PassageEdit = Partial<Pick<ImportPassage, 'title' | 'text' | 'asks' | 'decision'>>;

/** Changes a passage; a decision shows at once. */
export function useEditPassage(id: string) {
  const { calls } = useSettingsPage();
  const cache = useQueryClient();
  const put = (position: number, change: (passage: ImportPassage) => ImportPassage) =>
    cache.setQueryData<InfiniteData<ImportPassages>>(keys.importPassages(id), (data) =>
      data
        ? {
            ...data,
            pages: data.pages.map((page) => ({
              ...page,
              items: page.items.map((one) => (one.position === position ? change(one) : one)),
            })),
          }
        : data,
    );
  /** Keeps the counts beside the button that adds the passages. */
  const count = (before: PassageDecision, after: PassageDecision) =>
    cache.setQueryData<KnowledgeImport>(keys.import(id), (item) => {
      if (!item || before === after) return item;
      const { decisions } = item;
      const changed = { [before]: decisions[before] - 1, [after]: decisions[after] + 1 };
      return { ...item, decisions: { ...decisions, ...changed } };
    });
  return useMutation({
    mutationFn: ({ position, edit }: { position: number; edit: PassageEdit }) =>
      calls.change<ImportPassage>('PATCH', `imports/${id}/passages/${position}`, edit),
    async onMutate({ position, edit: { decision } }) {
      if (!decision) return;
      // An answer on its way would not know the decision yet.
      await cache.cancelQueries({ queryKey: keys.import(id), exact: true });
      put(position, (passage) => {
        count(passage.decision, decision);
        return { ...passage, decision };
      });
    },
    onSuccess(passage) {
      put(passage.position, () => passage);
      void cache.invalidateQueries({ queryKey: keys.import(id), exact: true });
    },
    onError: () => void cache.invalidateQueries({ queryKey: keys.importPassages(id) }),
  });
}

/** Decides about all passages, or all undecided ones. */
export function useDecideAll(id: string) {
  const { calls } = useSettingsPage();
  const cache = useQueryClient();
  return useMutation({
    mutationFn: (body: { decision: PassageDecision; undecided_only: boolean }) =>
      calls.change<KnowledgeImport>('POST', `imports/${id}/decide`, body),
    async onSuccess(answer) {
      cache.setQueryData(keys.import(id), answer);
      await cache.invalidateQueries({ queryKey: keys.importPassages(id) });
    },
  });
}
