/**
 * The answer type of each operation, by id. Server and web app are checked against these types, and `npm run openapi`
 * derives the document's schemas from them.
 */
import type {
  AdminActionItem,
  AdminLiveEvent,
  AdminUser,
  AuditEntry,
  EndedSignIns,
  FollowupDraft,
  Invitation,
  ItemsInbox,
  Note,
  Page,
  Profile,
  SearchHit,
  SessionDetail,
  SessionsPage,
  SignIns,
  StatsAnswer,
  WaitlistEntry,
} from '../admin.ts';
import type { Analytics } from '../analytics.ts';
import type {
  AuthErrorBody,
  AuthHealth,
  AuthKeySet,
  AuthSession,
  AuthSettings,
  AuthUser,
  EnrolledFactor,
  FactorChallenge,
  FactorRemoved,
  LinkAnswer,
  NewRecoveryCodes,
  RecoveryCodes,
} from '../auth.ts';
import type { BackupsAnswer } from '../backups.ts';
import type {
  BookingSlots,
  BookingsPage,
  BookSlotAnswer,
  CalendarAnswer,
  CancelBookingAnswer,
  LinkedBooking,
  ListSlotsAnswer,
  OwnerBooking,
} from '../bookings.ts';
import type {
  Episode,
  EpisodePublishing,
  EpisodeRating,
  PublicEpisode,
  RateEpisodeAnswer,
  ShowsPage,
} from '../episodes.ts';
import type { ErrorBody } from '../errors.ts';
import type { ExportedSession } from '../export-formats.ts';
import type {
  AppliedImport,
  ImportPassage,
  ImportPassages,
  ImportsAnswer,
  KnowledgeImport,
  SitePages,
  SuggestedAsks,
} from '../imports.ts';
import type { MailConnection, MailPreview, MailTest, UndeliveredMail } from '../mail.ts';
import type { StatusAnswer } from '../monitoring.ts';
import type { MergePreview, PartAnswer, Person, PersonDetail } from '../people.ts';
import type {
  CorrectMyDataAnswer,
  DeskWaysAnswer,
  ErasureReceipt,
  MyConversationAnswer,
  MyDataAnswer,
  OpenDeskAnswer,
  RequestDeskLinkAnswer,
  WithdrawConsentAnswer,
} from '../privacy.ts';
import type { TurnDetail } from '../reply-trace.ts';
import type {
  ConversationsDeletion,
  ConversationsPreview,
  DeadLetter,
  ModelConnection,
  ProvidersAnswer,
  ProviderTest,
  RetentionPreview,
  ServedModels,
  SettingsAnswer,
  SignedOutEveryone,
  VisitorErasure,
  WebhookTest,
} from '../settings.ts';
import type { Setup, SetupPreview } from '../setup.ts';
import type {
  AdminTakeoverView,
  LiveSessionEvent,
  PersonAnswer,
  PersonLineAnswer,
  SuggestionAnswer,
  WaitingVisitorsAnswer,
} from '../takeover.ts';
import type { TwinPicture } from '../twin-calls.ts';
import type { StageTrial, TwinDemos } from '../twin-stage.ts';
import type {
  ToldPrompt,
  TwinMoves,
  TwinPreview,
  TwinRenamePreview,
  TwinTextDetail,
  TwinTexts,
  TwinTextsSaved,
} from '../twin-texts.ts';
import type { WidgetAnswer } from '../widget.ts';
import type {
  ActionItemsAnswer,
  AgentReplyAnswer,
  CorrectMemoryAnswer,
  CreateSessionAnswer,
  ForgetMemoryAnswer,
  InterruptReplyAnswer,
  MyMemoriesAnswer,
  PrepareReplyAnswer,
  PublicConfig,
  RequestCallAnswer,
  SessionHistoryAnswer,
  SessionSummaryAnswer,
  SpeechToTextAnswer,
  StreamEvent,
  TextToSpeechAnswer,
} from '../wire.ts';
import type {
  ChangedSetting,
  ChartRecord,
  CollectEmailAnswer,
  ExportedData,
  Health,
  LeadStatusAnswer,
  LegalHoldAnswer,
  NewestDeletion,
  ProviderChatAnswer,
  ReadinessAnswer,
  Success,
} from './shapes.ts';

/** The answer of every operation; null if it has none. For a file, the type of one line. */
export interface Answers {
  create_session: CreateSessionAnswer;
  agent_reply: AgentReplyAnswer;
  prepare_reply: PrepareReplyAnswer;
  interrupt_reply: InterruptReplyAnswer;
  session_history: SessionHistoryAnswer;
  session_summary: SessionSummaryAnswer;
  end_session: Success;
  track_event: Success;
  follow_session: null;
  request_person: PersonAnswer;
  answer_person: PersonAnswer;
  note_typing: Success;
  watch_session: null;
  take_over: AdminTakeoverView;
  beat_takeover: Success;
  hand_back: Success;
  write_line: PersonLineAnswer;
  suggest_line: SuggestionAnswer;
  give_hint: Success;
  list_waiting: WaitingVisitorsAnswer;
  provider_chat: ProviderChatAnswer;

  text_to_speech: TextToSpeechAnswer;
  tts: null;
  speech_to_text: SpeechToTextAnswer;

  collect_email: CollectEmailAnswer;
  request_call: RequestCallAnswer;
  action_items: ActionItemsAnswer;
  my_memories: MyMemoriesAnswer;
  correct_memory: CorrectMemoryAnswer;
  forget_memory: ForgetMemoryAnswer;

  my_data: MyDataAnswer;
  my_conversation: MyConversationAnswer;
  export_my_data: ExportedData;
  erase_my_data: ErasureReceipt;
  correct_my_data: CorrectMyDataAnswer;
  withdraw_consent: WithdrawConsentAnswer;
  request_desk_link: RequestDeskLinkAnswer;
  read_desk_ways: DeskWaysAnswer;
  open_desk: OpenDeskAnswer;
  read_legal_hold: LegalHoldAnswer;
  place_legal_hold: LegalHoldAnswer;
  lift_legal_hold: null;

  read_config: PublicConfig;
  read_health: Health;
  read_readiness: ReadinessAnswer;
  read_metrics: null;
  read_widget: WidgetAnswer;
  read_openapi: null;

  sign_in: AuthSession;
  accept_invitation: AuthSession;
  read_link: LinkAnswer;
  read_user: AuthUser;
  change_user: AuthUser;
  enroll_factor: EnrolledFactor;
  challenge_factor: FactorChallenge;
  verify_factor: AuthSession;
  remove_factor: FactorRemoved;
  read_recovery_codes: RecoveryCodes;
  make_recovery_codes: NewRecoveryCodes;
  replace_recovery_codes: NewRecoveryCodes;
  use_recovery_code: AuthSession;
  remove_recovery_codes: FactorRemoved;
  sign_out: null;
  sign_up: null;
  read_keys: AuthKeySet;
  read_auth_health: AuthHealth;
  read_auth_settings: AuthSettings;
  read_profile: Profile;
  list_sign_ins: SignIns;
  end_sign_in: null;
  end_other_sign_ins: EndedSignIns;

  read_stats: StatsAnswer;
  list_sessions: SessionsPage;
  read_session: SessionDetail;
  read_turn: TurnDetail;
  draft_followup: FollowupDraft;
  search_transcripts: Page<SearchHit>;
  watch_sessions: null;
  export_sessions: ExportedSession;

  add_note: Note;
  change_note: Note;
  delete_note: null;
  list_action_items: Page<AdminActionItem>;
  change_action_item: AdminActionItem;
  read_inbox: ItemsInbox;
  change_action_items: { items: AdminActionItem[] };
  change_lead: LeadStatusAnswer;
  list_waitlist: Page<WaitlistEntry>;
  export_waitlist: WaitlistEntry;

  list_people: Page<Person>;
  read_person: PersonDetail;
  change_person: PersonDetail;
  add_person_note: Note;
  preview_merge: MergePreview;
  merge_people: PersonDetail;
  part_people: PartAnswer;

  list_slots: ListSlotsAnswer;
  book_slot: BookSlotAnswer;
  cancel_booking: CancelBookingAnswer;
  read_linked_booking: LinkedBooking;
  move_linked_booking: LinkedBooking;
  cancel_linked_booking: LinkedBooking;
  read_calendar_feed: null;
  list_bookings: BookingsPage;
  list_booking_slots: BookingSlots;
  move_booking: OwnerBooking;
  cancel_owner_booking: OwnerBooking;
  read_calendar: CalendarAnswer;
  add_calendar: CalendarAnswer;
  upload_calendar: CalendarAnswer;
  remove_calendar: CalendarAnswer;
  read_busy_times: CalendarAnswer;
  renew_calendar_feed: CalendarAnswer;

  episode_rating: EpisodeRating;
  rate_episode: RateEpisodeAnswer;
  read_published_episode: PublicEpisode;
  list_shows: ShowsPage;
  read_episode: Episode;
  publish_episode: EpisodePublishing;

  read_analytics: Analytics;
  export_analytics: ChartRecord;

  read_settings: SettingsAnswer;
  change_setting: ChangedSetting;
  reset_setting: ChangedSetting;
  preview_retention: RetentionPreview;
  confirm_clock: null;
  test_webhook: WebhookTest;
  list_dead_letters: Page<DeadLetter>;
  send_dead_letter: WebhookTest;
  read_mail: MailConnection;
  connect_mail: MailConnection;
  disconnect_mail: MailConnection;
  test_mail: MailTest;
  preview_mail: MailPreview;
  resubscribe_mail: MailConnection;
  list_undelivered_mails: Page<UndeliveredMail>;
  send_undelivered_mail: MailTest;
  delete_undelivered_mail: null;
  read_backups: BackupsAnswer;
  make_backup: BackupsAnswer;
  test_restore: BackupsAnswer;
  read_status: StatusAnswer;
  list_providers: ProvidersAnswer;
  test_provider: ProviderTest;
  read_model: ModelConnection;
  list_served_models: ServedModels;
  test_model: ProviderTest;
  connect_model: ModelConnection;
  disconnect_model: ModelConnection;
  list_twin_texts: TwinTexts;
  list_twin_moves: TwinMoves;
  read_twin_text: TwinTextDetail;
  change_twin_text: TwinTextDetail;
  remove_twin_text: TwinTextDetail;
  restore_twin_text: TwinTextDetail;
  undo_twin_texts: TwinTextsSaved;
  save_twin_texts: TwinTextsSaved;
  preview_rename: TwinRenamePreview;
  rename_twin: TwinTextsSaved;
  list_demos: TwinDemos;
  try_stage_line: StageTrial;
  preview_twin_text: TwinPreview;
  add_picture: TwinPicture;
  read_picture: null;
  read_prompt: ToldPrompt;

  read_setup: Setup;
  save_setup: Setup;
  postpone_setup: Setup;
  preview_setup: SetupPreview;
  publish_setup: TwinTextsSaved;
  undo_setup: TwinTextsSaved;
  list_imports: ImportsAnswer;
  start_import: KnowledgeImport;
  import_file: KnowledgeImport;
  list_site_pages: SitePages;
  read_import: KnowledgeImport;
  list_import_passages: ImportPassages;
  change_import_passage: ImportPassage;
  suggest_asks: SuggestedAsks;
  decide_import: KnowledgeImport;
  apply_import: AppliedImport;
  cancel_import: KnowledgeImport;
  delete_import: null;

  preview_erasure: VisitorErasure;
  erase_visitor: VisitorErasure;
  preview_deletion: ConversationsPreview;
  delete_conversations: ConversationsDeletion;
  read_deletion: NewestDeletion;
  sign_out_everyone: SignedOutEveryone;

  list_users: Page<AdminUser>;
  invite_user: Invitation;
  invite_user_again: Invitation;
  change_user_role: AdminUser;
  remove_user_second_factor: AdminUser;
  remove_user: null;
  list_audit: Page<AuditEntry>;
}

/** Other schemas of the document: errors, and the contents of streams. */
export interface OtherShapes {
  error: ErrorBody;
  auth_error: AuthErrorBody;
  reply_stream: StreamEvent;
  live: AdminLiveEvent;
  live_session: LiveSessionEvent;
}
