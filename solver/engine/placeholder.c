int engine_placeholder;
